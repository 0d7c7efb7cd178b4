import { describeBroken } from '../../../../nodes/HandwrittenLetters/letter/texts/brokenText';
import { describeOddName } from '../../../../nodes/HandwrittenLetters/letter/texts/oddText';

const describeNoName = (text: string) => describeBroken(text, 'name')?.text;

it.each([
	...['0', '-', '--', '12345', '+55 11 98765-4321', 'n/a', 'N/D', 'N.A.', 's/n', 'Não informado', 'Sem nome'],
])('is not a name: %s', (text) => {
	expect(describeNoName(text)).toBe('is not a name');
});

it('is an email address', () => {
	expect(describeNoName(' ana.lima+cartas@example.com ')).toBe('is an email address');
});

it.each(['Ana Lima\nRua A, 1', 'Ana\r\nLima'])('has a line break: %j', (text) => {
	expect(describeNoName(text)).toContain('has a line break');
});

it.each(['teste', 'Test', ' TESTE 2', 'test test', 'teste123'])('may be a test: %s', (text) => {
	expect(describeNoName(text)).toBeUndefined();
	expect(describeOddName(text)).toEqual(['looks like a test']);
});

it.each([
	...['Ana', 'Li', 'Nan', 'O', '3M do Brasil', 'Loja 25', "D'Ávila", 'Na Young-sook', '李明', 'Ana Lima\n'],
	...['Ana (ana@example.com)', 'Testa', 'Ernesto Teste', 'Sem Nome Edições Ltda', 'Naná', 'Contest'],
])('may be a name: %j', (text) => {
	expect(describeNoName(text)).toBeUndefined();
	expect(describeOddName(text)).toEqual([]);
});
