import type { DisplayState } from '@atrium/contract/displays';
import { defaultLook, type DisplayKind, type DisplayLanguage } from '@atrium/rules/display';
import { displayWords } from '@atrium/rules/display-words';
import { inject, onTestFinished, vi } from 'vitest';
import styles from '../src/features/displays/public/display.css?raw';

/** Screens on walls, a tablet and a phone, both ways. */
export const sizes = {
  landscape: [1920, 1080],
  portrait: [1080, 1920],
  tablet: [1024, 768],
  phone: [390, 844],
  'phone on its side': [844, 390],
} as const;

/** A one-pixel PNG. */
const logo =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

/** The long names and notes that people write. */
export function stateOf(kind: DisplayKind, content: Partial<DisplayState> = {}, language: DisplayLanguage = 'en') {
  return {
    ...defaultLook,
    kind,
    name: 'Riverside Leisure Center, main hall',
    note: 'Please use the second entrance on the left when it is full.',
    language,
    logo,
    words: { ...displayWords[language] },
    isOpen: true,
    age: 20,
    freshSeconds: 300,
    ...content,
  } satisfies DisplayState;
}

type Answer = DisplayState | 'gone' | 'unreachable';

/** What a page asks: it answers by state, and by streams unless it refuses them. */
export class DisplayServer {
  answers: Readonly<Record<string, Answer>>;
  refusesStreams = false;
  /** Addresses, in order. */
  readonly asked: string[] = [];
  readonly streams: FakeStream[] = [];

  /** By address of a display; one answer is that of every address. */
  constructor(answers: Answer | Readonly<Record<string, Answer>>) {
    this.answers = typeof answers === 'string' || 'kind' in answers ? { '': answers as Answer } : answers;
  }

  answerAt(address: string): Answer {
    const path = Object.keys(this.answers).find((each) => each !== '' && address.startsWith(each));
    return this.answers[path ?? ''] ?? 'gone';
  }

  readonly fetch = async (address: string): Promise<Pick<Response, 'status' | 'json'>> => {
    this.asked.push(address);
    const answer = this.answerAt(address);
    if (answer === 'unreachable') throw new TypeError('Failed to fetch');
    if (answer === 'gone') return { status: 404, json: async () => ({}) };
    return { status: 200, json: async () => structuredClone(answer) };
  };

  /** As a page constructs its EventSource. */
  readonly openStream = (address: string): FakeStream => {
    const stream = new FakeStream(address);
    this.streams.push(stream);
    if (this.refusesStreams) setTimeout(() => stream.send('error'), 10);
    return stream;
  };

  /** Everything that is open is lost, and nothing answers until there are answers again. */
  fail(): void {
    this.answers = { '': 'unreachable' };
    this.refusesStreams = true;
    for (const stream of this.streams) stream.send('error');
  }

  /** All open pages get a new state. */
  show(state: DisplayState): void {
    this.answers = { '': state };
    for (const stream of this.streams) stream.send('state', state);
  }
}

export class FakeStream {
  readonly #listeners = new Map<string, (event: { readonly data: string }) => void>();
  readonly address: string;
  #isOpen = true;

  constructor(address: string) {
    this.address = address;
  }

  addEventListener(event: string, listener: (event: { readonly data: string }) => void): void {
    this.#listeners.set(event, listener);
  }

  send(event: 'state' | 'beat' | 'error', data?: unknown): void {
    if (this.#isOpen) this.#listeners.get(event)?.({ data: JSON.stringify(data ?? null) });
  }

  close(): void {
    this.#isOpen = false;
  }
}

const start = new URL('../src/features/displays/public/start.ts', import.meta.url).href;

/** A public page in a frame of its own, with the size of a screen. */
export class PublicPage {
  readonly #frame = document.createElement('iframe');

  constructor(
    server: DisplayServer,
    kind: DisplayKind,
    { view = '', size = 'landscape' }: { view?: string; size?: keyof typeof sizes } = {},
  ) {
    Object.assign(this.#frame, { server, srcdoc: frameOf({ kind, code: '12345678', view }) });
    this.#frame.style.cssText = 'position: fixed; inset: 0; border: 0; z-index: 1000';
    this.resize(size);
    document.body.append(this.#frame);
    onTestFinished(() => this.#frame.remove());
  }

  get document(): Document {
    return this.#frame.contentDocument!;
  }

  get text(): string {
    return this.document.getElementById('board')?.innerText ?? '';
  }

  resize(size: keyof typeof sizes): void {
    const [width, height] = sizes[size];
    this.#frame.style.width = `${width}px`;
    this.#frame.style.height = `${height}px`;
  }

  all(selector: string): HTMLElement[] {
    return [...this.document.querySelectorAll<HTMLElement>(selector)].filter(
      (each) => each.getClientRects().length > 0,
    );
  }

  one(selector: string): HTMLElement {
    const [found] = this.all(selector);
    if (!found) throw new Error(`Nothing matches ${selector} in: ${this.text}`);
    return found;
  }

  color(property: 'backgroundColor' | 'filter', selector = 'body'): string {
    return this.document.defaultView!.getComputedStyle(this.one(selector))[property];
  }

  async shows(text: string): Promise<void> {
    await vi.waitFor(() => {
      if (!this.text.includes(text)) throw new Error(`'${text}' is not in: ${this.text}`);
    }, waiting);
  }

  /** What is cut off, covers something else, or is too small for someone five meters away. */
  problems(): string[] {
    const { clientWidth, clientHeight } = this.document.documentElement;
    const [head, content, foot] = ['.head', '.content', '.foot'].map((part) => this.one(part).getBoundingClientRect());
    const parts = this.all('.head > *, .content > *, .queues > *, .queue > *, .foot > *');
    const outside = parts.filter((part) => {
      const { left, right, top, bottom } = part.getBoundingClientRect();
      return left < -1 || right > clientWidth + 1 || top < -1 || bottom > clientHeight + 1;
    });
    const covering = this.all('.content *').filter((part) => {
      const { top, bottom } = part.getBoundingClientRect();
      return top < head!.bottom - 1 || bottom > foot!.top + 1 || content!.width === 0;
    });
    const cut = parts.filter((part) => part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0);
    const least = leastShare * Math.min(clientWidth, clientHeight) - 0.1;
    const small = this.all('.figure, .label, .places, .queue-name, .queue-wait').filter(
      (part) => Number.parseFloat(this.document.defaultView!.getComputedStyle(part).fontSize) < least,
    );
    const smallIcons = this.all('.icon').filter((part) => part.getBoundingClientRect().height < 4 * least);
    return [
      ...outside.map((part) => `outside: ${nameOf(part)}`),
      ...covering.map((part) => `covering: ${nameOf(part)}`),
      ...cut.map((part) => `cut: ${nameOf(part)}`),
      ...[...small, ...smallIcons].map((part) => `small: ${nameOf(part)}`),
    ];
  }
}

/** Of the shorter side: 27 mm on a screen of 43 inches, which people read from five meters. */
const leastShare = 0.05;

export const waiting = { timeout: 15_000 * inject('patience'), interval: 50 };

const nameOf = (part: HTMLElement) => `${part.getAttribute('class') ?? part.tagName} ${part.textContent ?? ''}`;

/** The frame that the server sends, with this server in place of the network. */
function frameOf(address: { readonly kind: string; readonly code: string; readonly view: string }): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><style>${styles}</style>
<script>const { server } = frameElement; window.fetch = server.fetch;
window.EventSource = function (address) { return server.openStream(address); };</script></head>
<body><main id="board" aria-live="polite"></main>
<script type="module">import { startDisplay } from '${start}';
startDisplay(document.getElementById('board'), ${JSON.stringify(address)});</script></body></html>`;
}
