import type { Manner, Piece } from './numberFormat';

const LOCALES: Record<string, string> = { 409: 'en-US', 809: 'en-GB', 416: 'pt-BR', 816: 'pt-PT' };
const DAY_MS = 86_400_000;

// Day 60 is the 29th of February 1900, which never was: before it, days count from one later.
function toDate(value: number, is1904: boolean): { date: Date; isLeap: boolean } {
	const days = Math.floor(value) + (is1904 ? 1462 : 0);
	const seconds = Math.round((value - Math.floor(value)) * 86_400);
	const start = Date.UTC(1899, 11, days < 60 ? 31 : 30);
	return { date: new Date(start + days * DAY_MS + seconds * 1000), isLeap: days === 60 };
}

export function showDate(value: number, pieces: Piece[], manner: Manner): string {
	const { date, isLeap } = toDate(value, manner.is1904);
	const locale = pieces.find(({ kind, text }) => kind === 'locale' && text !== '')?.text.slice(-3) ?? '';
	const name = (part: 'month' | 'weekday') =>
		date.toLocaleDateString(LOCALES[locale] ?? manner.locale, { [part]: 'long', timeZone: 'UTC' });
	const two = (number: number, { length }: string) => String(number).padStart(Math.min(length, 2), '0');
	const isHalf = pieces.some(({ kind }) => kind === 'half');
	const hours = date.getUTCHours();
	const show = ({ kind, text }: Piece): string => {
		if (kind === 'text') return text;
		if (kind === 'half') return (hours < 12 ? text.split('/')[0] : text.split('/')[1]) ?? '';
		if (kind === 'digit') return /[0#?@]/.test(text) ? text.replace(/[#?@]/, '') : text;
		if (kind === 'elapsed') {
			const parts = { h: 3600, m: 60, s: 1 }[text.charAt(0)] ?? 1;
			return String(Math.floor(Math.round(value * 86_400) / parts)).padStart(text.length, '0');
		}
		if (kind === 'time') {
			if (text.startsWith('h')) return two(isHalf ? hours % 12 || 12 : hours, text);
			return two(text.startsWith('m') ? date.getUTCMinutes() : date.getUTCSeconds(), text);
		}
		if (kind !== 'day') return '';
		if (text.startsWith('y')) return String(date.getUTCFullYear()).slice(text.length > 2 ? 0 : 2);
		if (text.startsWith('d') && text.length < 3) return two(isLeap ? 29 : date.getUTCDate(), text);
		if (text.startsWith('m') && text.length < 3) return two(isLeap ? 2 : date.getUTCMonth() + 1, text);
		const long = name(text.startsWith('d') ? 'weekday' : 'month');
		return text.length === 3 ? long.slice(0, 3) : text.length === 5 ? long.slice(0, 1) : long;
	};
	return pieces.map(show).join('');
}
