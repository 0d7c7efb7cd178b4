import { describeOdd, IN_NAMES } from '../../../../nodes/HandwrittenLetters/check/oddText';
import { describeBroken } from '../../../../nodes/HandwrittenLetters/letter/brokenText';

const describeOddName = (text: string) => describeOdd(text, IN_NAMES);
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
	expect(describeOddName(text)).toEqual([`has "${text}", which looks like a test`]);
});

it.each([
	...['Ana', 'Li', 'Nan', 'O', '3M do Brasil', 'Loja 25', "D'Ávila", 'Na Young-sook', '李明', 'Ana Lima\n'],
	...['Testa', 'Ernesto Teste', 'Sem Nome Edições Ltda', 'Naná', 'Contest'],
])('may be a name: %j', (text) => {
	expect(describeNoName(text)).toBeUndefined();
	expect(describeOddName(text)).toEqual([]);
});
