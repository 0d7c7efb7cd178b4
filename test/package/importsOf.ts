/** Everything a JavaScript or declaration file imports, in whichever way, read from its syntax. */
import { readFileSync } from 'node:fs';

import ts from 'typescript';

export function importsOf(file: string): string[] {
	const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
	const found: string[] = [];

	function visit(node: ts.Node): void {
		const imported = importedBy(node);
		if (imported) found.push(ts.isStringLiteral(imported) ? imported.text : 'something computed');
		ts.forEachChild(node, visit);
	}
	visit(source);
	return found;
}

/** What a node of the syntax tree imports, if it is an import at all. */
function importedBy(node: ts.Node): ts.Node | undefined {
	if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier;
	if (ts.isImportTypeNode(node)) {
		return ts.isLiteralTypeNode(node.argument) ? node.argument.literal : node.argument;
	}
	if (!ts.isCallExpression(node)) return undefined;
	const { expression } = node;
	const imports =
		expression.kind === ts.SyntaxKind.ImportKeyword ||
		(ts.isIdentifier(expression) && expression.text === 'require');
	return imports ? (node.arguments[0] ?? node) : undefined;
}
