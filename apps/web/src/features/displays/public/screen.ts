import type { DisplayState } from '@atrium/contract/displays';
import { contentOf } from './content.ts';
import { element, fill } from './element.ts';
import { fitQueues } from './queues.ts';

/** One display on the whole screen. */
export interface Screen {
  readonly element: HTMLElement;
  readonly show: (state: DisplayState) => void;
  readonly beat: (age: number | null) => void;
  readonly lost: () => void;
  readonly unavailable: () => void;
  /** Call it once the element is in the document: the page takes its colors, and only now it has a size. */
  readonly attached: () => void;
  readonly end: () => void;
}

/** Milliseconds. */
const ageEvery = 5_000;
const driftEvery = 60_000;
/** Pixels; nothing stays long enough in one place to burn in. */
const drift = [
  [0, 0],
  [3, 1],
  [2, 4],
  [-2, 3],
  [-3, -1],
  [1, -3],
] as const;

export function createScreen(view: string): Screen {
  const screen = element('section', 'screen');
  const corner = element('p', 'age');
  let shown: DisplayState | undefined;
  let age: number | null = null;
  let heardAt = performance.now();
  let isLost = false;
  let isGone = false;
  let moved = 0;

  const ageNow = () => (age === null ? null : age + (performance.now() - heardAt) / 1000);
  const showAge = () => {
    if (!shown || isGone) return;
    const { words, isOpen, freshSeconds } = shown;
    const now = ageNow();
    const isStale = isOpen && (now === null || now > freshSeconds);
    const parts = [
      isLost ? words['offline'] : isOpen ? undefined : words['closed'],
      isStale ? words['stale'] : undefined,
      // Without a connection nobody knows what is going on now.
      shown.kind === 'playlist' || (isLost && now !== null && now < 60) ? undefined : agoIn(words, now),
    ];
    corner.textContent = parts.filter((part) => part !== undefined).join(' · ');
    screen.dataset['stale'] = String(isStale);
    screen.dataset['lost'] = String(isLost);
    paint();
  };
  /** On the page itself, so that nothing of the browser shows at the edges. A playlist has screens that wait their turn. */
  const paint = () => {
    if (!screen.isConnected) return;
    document.body.dataset['tone'] = screen.dataset['tone'] ?? '';
    document.body.dataset['stale'] = screen.dataset['stale'] ?? 'false';
    if (!shown) return;
    document.documentElement.lang = shown.language;
    document.title = shown.name;
    setColors(shown);
  };
  const fit = () => {
    if (shown && screen.isConnected) fitQueues(screen, shown);
  };
  const heard = (ageThen: number | null) => {
    age = ageThen;
    heardAt = performance.now();
    isLost = false;
  };

  const timers = [
    setInterval(showAge, ageEvery),
    setInterval(() => {
      moved += 1;
      const [x, y] = drift[moved % drift.length] ?? [0, 0];
      screen.style.transform = `translate(${x}px, ${y}px)`;
    }, driftEvery),
  ];
  window.addEventListener('resize', fit);

  return {
    element: screen,
    show(state) {
      shown = state;
      isGone = false;
      heard(state.age);
      screen.lang = state.language;
      screen.className = `screen ${state.kind}`;
      screen.dataset['tone'] = toneOf(state, view);
      const foot = element('footer', 'foot', [element('p', 'note', [state.note]), corner]);
      fill(screen, headOf(state), contentOf(state, view), foot);
      showAge();
      fit();
    },
    beat(ageThen) {
      heard(ageThen);
      showAge();
    },
    lost() {
      isLost = true;
      showAge();
    },
    unavailable() {
      const text = shown?.words['unavailable'] ?? 'This display is not available.';
      fill(screen, element('p', 'gone', [text]));
      isGone = true;
      screen.dataset['tone'] = '';
      screen.dataset['stale'] = 'false';
      paint();
    },
    attached() {
      paint();
      fit();
    },
    end() {
      timers.forEach(clearInterval);
      window.removeEventListener('resize', fit);
    },
  };
}

/** The mask display and the signs fill the screen with their color. */
function toneOf({ mask, occupancy }: DisplayState, view: string): string {
  if (mask && mask.state !== 'sign') return mask.state === 'ok' ? 'go' : 'stop';
  return occupancy?.sign && (view === 'icononly' || view === 'iconlabel' || view === 'icon')
    ? `sign-${occupancy.sign}`
    : '';
}

function setColors({ background, color, accent }: DisplayState): void {
  const { style } = document.documentElement;
  style.setProperty('--background', background);
  style.setProperty('--color', color);
  style.setProperty('--accent', accent);
}

function headOf({ logo, name }: DisplayState): HTMLElement {
  const head = element('header', 'head', [element('h1', 'name', [name])]);
  if (logo === null) return head;
  const image = element('img', 'logo');
  image.src = logo;
  image.alt = '';
  head.insertBefore(image, head.firstChild);
  return head;
}

export function agoIn(words: DisplayState['words'], age: number | null): string | undefined {
  if (age === null) return undefined;
  if (age < 60) return words['now'];
  const minutes = Math.floor(age / 60);
  if (minutes < 60) return words['minutesAgo']?.replace('{n}', String(minutes));
  return words['hoursAgo']?.replace('{n}', String(Math.floor(minutes / 60)));
}
