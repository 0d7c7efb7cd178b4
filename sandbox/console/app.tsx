/** The frame around every view: header, banner, help. */
import { useEffect, useState } from 'preact/hooks';

import { count } from './api/format';
import { connection } from './api/live';
import { state } from './api/state';
import { Board } from './board/board';
import { Clock } from './clock';
import { Deliveries } from './deliveries/deliveries';
import { Faults } from './faults/faults';
import { spent } from './faults/ruleList';
import { Help } from './help';
import { useKeys } from './keys';
import { LetterView } from './letter/letter';
import { Requests } from './requests/requests';
import type { View } from './route';
import { go, hrefTo, route, VIEWS } from './route';
import { Settings } from './settings/settings';
import { ThemeButton } from './theme';
import { Toasts } from './ui/toast';
import { fill, fillText, words } from './words/words';
import { WriteLetter, writeLetter } from './write/writeLetter';

function badgeOf(view: View): number {
	const known = state.value;
	if (known === undefined) return 0;
	if (view === 'letters') return known.cards;
	if (view === 'deliveries') return known.deliveries;
	if (view === 'requests') return known.requests;
	return view === 'faults' ? known.faults.filter((rule) => !spent(rule)).length : 0;
}

function Navigation() {
	return (
		<nav aria-label={words.shell.views}>
			{VIEWS.map((view) => {
				const badge = badgeOf(view);
				return (
					<a key={view} href={hrefTo(view)} aria-current={route.value.view === view ? 'page' : undefined}>
						{words.shell[view]}
						{badge > 0 && <span class={`badge badge-${view}`}>{count(badge)}</span>}
					</a>
				);
			})}
		</nav>
	);
}

function LostBanner() {
	if (connection.value !== 'lost') return null;
	return (
		<div class="banner" role="alert">
			<strong>{words.shell.gone}</strong> {fill(words.shell.startAgain, { data: <code>--data</code> })}
		</div>
	);
}

function CurrentView() {
	const { view, id } = route.value;
	if (view === 'deliveries') return <Deliveries opened={id} />;
	if (view === 'requests') return <Requests opened={id} />;
	if (view === 'faults') return <Faults />;
	if (view === 'settings') return <Settings />;
	return id === undefined ? <Board /> : <LetterView key={id} id={id} />;
}

export function App() {
	const [isHelpOpen, setHelpOpen] = useState(false);
	const { view, id } = route.value;
	useKeys({
		'?': () => setHelpOpen(true),
		w: writeLetter,
		...Object.fromEntries(VIEWS.map((name, i) => [String(i + 1), () => go(hrefTo(name))])),
	});
	useEffect(() => {
		document.title = fillText(words.shell.title, { view: words.shell[view] });
	}, [view]);

	return (
		<>
			<a
				class="skip"
				href="#main"
				onClick={(event) => {
					event.preventDefault();
					document.getElementById('main')?.focus();
				}}
			>
				{words.shell.skip}
			</a>
			<header class="top">
				<a class="brand" href={hrefTo('letters')}>
					<span class="brand-name">{words.shell.brand}</span>
					<span class="brand-kind">{words.shell.kind}</span>
				</a>
				<Navigation />
				<div class="tools">
					<Clock />
					<ThemeButton />
					<button
						type="button"
						class="tool"
						aria-label={words.shell.keys}
						title={words.shell.keysHint}
						onClick={() => setHelpOpen(true)}
					>
						?
					</button>
				</div>
			</header>
			<LostBanner />
			<main id="main" tabIndex={-1} class={`view view-${view}${id === undefined ? '' : ' view-one'}`}>
				<CurrentView />
			</main>
			<Toasts />
			<WriteLetter />
			{isHelpOpen && <Help onClose={() => setHelpOpen(false)} />}
		</>
	);
}
