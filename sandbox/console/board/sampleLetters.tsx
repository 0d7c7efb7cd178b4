/** Sends sample letters to made-up people, as a client of the API would. */
import { useState } from 'preact/hooks';

import { SAMPLE_ORDERS } from '../../src/cards/sampleOrders';
import { newKey, orderLetter } from '../api/ordering';
import { Icon } from '../ui/icon';
import { attempt } from '../ui/toast';
import { words } from '../words/words';

export function OrderSample() {
	const [number, setNumber] = useState(() => Math.floor(Math.random() * SAMPLE_ORDERS.length));
	function send(): void {
		const sample = SAMPLE_ORDERS[number % SAMPLE_ORDERS.length] ?? {};
		void attempt(orderLetter(sample, newKey()), words.board.sampleSent);
		setNumber(number + 1);
	}
	return (
		<button type="button" onClick={send}>
			<Icon name="send" /> {words.board.sendSample}
		</button>
	);
}
