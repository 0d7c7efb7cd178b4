/** Starts the console in the browser. */
import { render } from 'preact';

import { connect } from './api/live';
import { keepState } from './api/state';
import { App } from './app';

import './styles/all.css';

import { locale } from './words/language';

document.documentElement.lang = locale;
const root = document.getElementById('console');
if (root !== null) render(<App />, root);
connect();
keepState();
