#!/bin/sh
# The sandbox in a CI job, by its commands alone. Runs in a folder where handwritten-letters-sandbox
# is installed: start, order, open the refused call, fault, clock, deliver, verify the signature, stop.
set -eu
PATH="$PWD/node_modules/.bin:$PATH"
fail() {
	echo "$1" >&2
	exit 1
}

# A receiver that keeps what comes, one event a line.
node -e "
const server = require('node:http').createServer(async (request, response) => {
	let body = '';
	for await (const chunk of request) body += chunk;
	require('node:fs').appendFileSync('events', JSON.stringify({ headers: request.headers, body }) + '\n');
	response.end();
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
" > receiver.log &
receiver=$!
trap 'kill $receiver' EXIT
until grep -q . receiver.log; do kill -0 $receiver && sleep 0.1; done

handwritten-letters-sandbox --port 0 --webhook-url "127.0.0.1:$(cat receiver.log)/hook" > sandbox.log &
sandbox=$!
trap 'kill $receiver $sandbox' EXIT
until grep -q http sandbox.log; do kill -0 $sandbox && sleep 0.1; done
SANDBOX_URL=$(grep -o 'http://[0-9.:]*' sandbox.log | head -n 1)
export SANDBOX_URL

handwritten-letters-sandbox send --external-id order-1

if handwritten-letters-sandbox send --style sty_none; then fail 'A style that does not exist was accepted'; fi
refused=$(handwritten-letters-sandbox requests --status 422 --json |
	node -p "JSON.parse(require('node:fs').readFileSync(0, 'utf8'))[0].request_id")
handwritten-letters-sandbox requests "$refused" | grep 'style: is not a style of this account'

handwritten-letters-sandbox fault add revoked-key
node -e "
const { SANDBOX_URL: url } = process.env;
const headers = { authorization: 'Bearer test_key' };
fetch(url + '/v1/styles', { headers }).then(({ status }) => process.exit(status === 401 ? 0 : 1));
" || fail 'A revoked key was accepted'
handwritten-letters-sandbox fault clear

handwritten-letters-sandbox speed 1h
handwritten-letters-sandbox clock 2h
handwritten-letters-sandbox wait order-1 --status posted

handwritten-letters-sandbox deliver order-1
handwritten-letters-sandbox wait order-1 --delivered card.delivered

node -e "
const { signature } = require('handwritten-letters-sandbox');
const lines = require('node:fs').readFileSync('events', 'utf8').trim().split('\n');
for (const { headers, body } of lines.map((line) => JSON.parse(line))) {
	const wrong = signature.verify({ secret: 'whsec_test', headers, body });
	if (wrong !== null) throw new Error(wrong);
	console.log('genuine: ' + JSON.parse(body).event);
}
"

kill $sandbox
wait $sandbox
trap 'kill $receiver' EXIT
echo stopped
