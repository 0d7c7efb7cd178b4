/** Light, dark, or as the system has it; remembered in this browser. */
import { effect, signal } from '@preact/signals';

import { Icon } from './ui/icon';

const THEMES = ['auto', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

const KEY = 'console-theme';
const NAMES: Readonly<Record<Theme, string>> = { auto: 'like the system', light: 'light', dark: 'dark' };

function remembered(): Theme {
	const value = localStorage.getItem(KEY);
	return THEMES.find((theme) => theme === value) ?? 'auto';
}

const theme = signal<Theme>(remembered());

effect(() => {
	document.documentElement.dataset.theme = theme.value;
	localStorage.setItem(KEY, theme.value);
});

export function ThemeButton() {
	const next = THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length] ?? 'auto';
	return (
		<button
			type="button"
			class="tool"
			title={`Colours: ${NAMES[theme.value]}`}
			aria-label={`Colours: ${NAMES[theme.value]}. Change to ${NAMES[next]}`}
			onClick={() => (theme.value = next)}
		>
			<Icon name={theme.value} />
		</button>
	);
}
