/** Starts the console in the browser. */
import { render } from 'preact';
import { App } from './app';
import { connect } from './live';
import { keepState } from './state';
import './styles/all.css';

const root = document.getElementById('console');
if (root !== null) render(<App />, root);
connect();
keepState();
