/** A card create request as the service takes it: the n-th of many that differ. */
export function sampleLetter(index: number) {
	return {
		to: {
			name: `Maria Aparecida da Silva ${index}`,
			address_line1: `Rua das Laranjeiras, ${index}`,
			address_line2: 'Apto. 42',
			city: 'Rio de Janeiro',
			state: 'RJ',
			zip: '22240-003',
		},
		message: `Oi Maria, obrigado pelo seu pedido número ${index}! Esperamos que você goste.`,
		style: 'sty_casual',
		external_id: `order-${index}`,
	};
}
