import type { DisplayKind, OccupancyView } from '@atrium/rules/display';

/** The files of the public pages, in the folder of the built web app. */
const script = '/display/display.js';
const styles = '/display/display.css';

interface Page {
  readonly kind: DisplayKind;
  readonly code: string;
  readonly view: OccupancyView | null;
}

/** The frame of a public page; its script fills it. Nothing in it depends on what is shown. */
export function displayPage({ kind, code, view }: Page): string {
  const data = `data-kind="${kind}" data-code="${escape(code)}" data-view="${view ?? ''}"`;
  return pageOf(
    'Display',
    `<body ${data}><main id="board" aria-live="polite"></main>
<noscript>This display needs JavaScript.</noscript>
<script src="${script}"></script></body>`,
  );
}

const titles: Readonly<Record<DisplayKind, string>> = {
  'live-occupancy': 'Live occupancy',
  facemask: 'Face mask',
  'queue-opt': 'Queue optimizer',
  'expected-wait-time': 'Expected wait time',
  playlist: 'Playlist',
};

/** Asks for a code: an address without one must not list anything to strangers. */
export function chooserPage(kind: DisplayKind): string {
  return pageOf(
    titles[kind],
    `<body><main class="chooser"><form method="get" action="/api/display/${kind}">
<h1>${titles[kind]}</h1>
<label for="code">Code of the display</label>
<input id="code" name="code" required maxlength="40" autocomplete="off" autocapitalize="none" spellcheck="false" autofocus>
<button>Show display</button>
<p>The code is on the set-up page of the display, at the end of its link.</p>
</form></main></body>`,
  );
}

/** The same for every code that shows nothing. The script keeps asking: a display may be switched on again. */
export function unavailablePage(page: Page): string {
  return displayPage(page).replace('></main>', '><p class="gone">This display is not available.</p></main>');
}

function pageOf(title: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<link rel="icon" href="data:,"><link rel="stylesheet" href="${styles}"></head>
${body}</html>
`;
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
