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

const TITLES: Readonly<Record<View, string>> = {
	letters: 'Letters',
	deliveries: 'Deliveries',
	requests: 'Requests',
	faults: 'Faults',
	settings: 'Settings',
};

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
		<nav aria-label="Views">
			{VIEWS.map((view) => {
				const badge = badgeOf(view);
				return (
					<a key={view} href={hrefTo(view)} aria-current={route.value.view === view ? 'page' : undefined}>
						{TITLES[view]}
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
			<strong>The sandbox is gone.</strong> Start it again with <code>npm run sandbox</code>; this page finds
			it by itself. Without <code>--data</code> its letters are gone too.
		</div>
	);
}

function CurrentView() {
	const { view, id } = route.value;
	if (view === 'deliveries') return <Deliveries opened={id} />;
	if (view === 'requests') return <Requests />;
	if (view === 'faults') return <Faults />;
	if (view === 'settings') return <Settings />;
	return id === undefined ? <Board /> : <LetterView key={id} id={id} />;
}

export function App() {
	const [isHelpOpen, setHelpOpen] = useState(false);
	const { view, id } = route.value;
	useKeys({
		'?': () => setHelpOpen(true),
		...Object.fromEntries(VIEWS.map((name, i) => [String(i + 1), () => go(hrefTo(name))])),
	});
	useEffect(() => {
		document.title = `${TITLES[view]} · Sandbox`;
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
				Skip to the content
			</a>
			<header class="top">
				<a class="brand" href={hrefTo('letters')}>
					<span class="brand-name">Handwritten Letters</span>
					<span class="brand-kind">Sandbox</span>
				</a>
				<Navigation />
				<div class="tools">
					<Clock />
					<ThemeButton />
					<button
						type="button"
						class="tool"
						aria-label="Keys"
						title="Keys (?)"
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
			{isHelpOpen && <Help onClose={() => setHelpOpen(false)} />}
		</>
	);
}
