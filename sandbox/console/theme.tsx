/** Light, dark, or as the system has it; remembered in this browser. */
import { effect, signal } from '@preact/signals';

import { Icon } from './ui/icon';
import { fillText, words } from './words/words';

const THEMES = ['auto', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

const KEY = 'console-theme';

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
			title={fillText(words.shell.colours, { theme: words.shell[theme.value] })}
			aria-label={fillText(words.shell.changeColours, {
				theme: words.shell[theme.value],
				next: words.shell[next],
			})}
			onClick={() => (theme.value = next)}
		>
			<Icon name={theme.value} />
		</button>
	);
}
