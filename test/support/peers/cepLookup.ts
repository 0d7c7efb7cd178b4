/** A stand-in for ViaCEP: it knows a few CEPs and answers in the shape and with the states of the real one. */
import { startLocalServer } from '../../../tools/localServer';

export interface CepLookup {
	/** What the real one's `https://viacep.com.br/ws` is. */
	address: string;
	/** The CEPs asked for. */
	asked: string[];
	/** From now on every answer is an error. */
	fail: () => void;
	close: () => Promise<void>;
}

const PLACES: Record<string, { localidade: string; uf: string; estado: string }> = {
	'22240003': { localidade: 'Rio de Janeiro', uf: 'RJ', estado: 'Rio de Janeiro' },
	'01310200': { localidade: 'São Paulo', uf: 'SP', estado: 'São Paulo' },
	'30160011': { localidade: 'Belo Horizonte', uf: 'MG', estado: 'Minas Gerais' },
};

export async function startCepLookup(): Promise<CepLookup> {
	const asked: string[] = [];
	let failing = false;
	const { origin, close } = await startLocalServer((request, response) => {
		const [, cep = ''] = /^\/ws\/(.*)\/json\/$/.exec(request.url ?? '') ?? [];
		asked.push(cep);
		if (failing) {
			response.writeHead(503).end('Try again later');
		} else if (!/^\d{8}$/.test(cep)) {
			response.writeHead(400, { 'content-type': 'text/html' }).end('<h3>Verifique a sua URL</h3>');
		} else {
			const place = PLACES[cep];
			// The real one says "true" in quotes.
			const found = place && {
				cep: `${cep.slice(0, 5)}-${cep.slice(5)}`,
				logradouro: '',
				bairro: '',
				...place,
			};
			response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' });
			response.end(JSON.stringify(found ?? { erro: 'true' }));
		}
	});
	return { address: `${origin}/ws`, asked, fail: () => (failing = true), close };
}
