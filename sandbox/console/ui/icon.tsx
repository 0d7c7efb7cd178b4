/** The console's small line drawings, each within 16 by 16. */
const DRAWINGS = {
	queued: 'M2.500 5.500h11v7h-11zM4.500 3h7M8 8v2.500',
	writing: 'M10.800 2.700l2.500 2.500-7.600 7.600-3.200.7.700-3.200zM9 4.500l2.500 2.500',
	posted: 'M2.500 4.500h11v8h-11zM2.700 4.800l5.300 4.200 5.300-4.200',
	in_transit:
		'M1.500 4h7.500v7H1.500zM9 6.500h3l2.500 2.500v2H9M4.300 12.500a1.300 1.300 0 1 0 0-.1M11.300 12.500a1.300 1.300 0 1 0 0-.1',
	delivered: 'M2.500 8.500l3.500 3.500 7.500-8',
	returned: 'M6 3.500L2.500 7 6 10.500M2.500 7h7a3.500 3.500 0 0 1 0 7H7',
	search: 'M7 12a5 5 0 1 0 0-10 5 5 0 0 0 0 10zM10.700 10.700L14 14',
	copy: 'M5.500 5.500h8v8h-8zM10.500 5.500v-3h-8v8h3',
	check: 'M3 8.500l3.300 3.300L13 4.500',
	close: 'M3.500 3.500l9 9M12.500 3.500l-9 9',
	left: 'M10 3L5 8l5 5',
	right: 'M6 3l5 5-5 5',
	light:
		'M8 5a3 3 0 1 1 0 6 3 3 0 0 1 0-6zM8 1.500v1M8 13.500v1M1.500 8h1M13.500 8h1M3.400 3.400l.7.7M11.900 11.900l.7.7M12.600 3.400l-.7.7M4.100 11.900l-.7.7',
	dark: 'M13.500 9.500A6 6 0 0 1 6.500 2.500a6 6 0 1 0 7 7z',
	auto: 'M2 3h12v8H2zM5.500 13.500h5M8 11v2.500',
	clock: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM8 4.500V8l2.500 1.500',
	bolt: 'M9 1.500L3.500 9H8l-1 5.500L12.500 7H8z',
	send: 'M14 2L7 9M14 2L9.500 14 7 9 2 6.500z',
} as const;
export type IconName = keyof typeof DRAWINGS;

export function Icon({ name }: { name: IconName }) {
	return (
		<svg class="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
			<path d={DRAWINGS[name]} />
		</svg>
	);
}
