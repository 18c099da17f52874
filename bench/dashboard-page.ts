import type { Page } from 'playwright-core';

interface Box {
  readonly left: number;
  readonly top: number;
  readonly bottom: number;
  readonly width: number;
  readonly height: number;
}

interface Found {
  getBoundingClientRect(): Box;
  getAttribute(name: string): string | null;
  querySelector(selector: string): Found | null;
}

/** As far as the functions that run in the page use it, with what they note there. */
interface InPage {
  readonly document: Pick<Found, 'querySelector'> & { querySelectorAll(selector: string): Iterable<Found> };
  readonly innerHeight: number;
  benchPaint?: number;
  benchTasks?: { at: number; duration: number }[];
}

/** Runs in the page before everything else. */
export function observe(): void {
  const noted = globalThis as unknown as InPage;
  noted.benchTasks = [];
  const observer = new PerformanceObserver((list) => {
    for (const { entryType, startTime, duration } of list.getEntries()) {
      if ((entryType as string) === 'longtask') noted.benchTasks?.push({ at: startTime, duration });
      else noted.benchPaint = startTime;
    }
  });
  for (const type of ['largest-contentful-paint', 'longtask']) {
    observer.observe({ type: type as 'mark', buffered: true });
  }
}

/** Runs in the page: milliseconds since the navigation if all cards in view are drawn, otherwise false. */
function isAllDrawn(): number | false {
  const { document, innerHeight } = globalThis as unknown as InPage;
  const cards = [...document.querySelectorAll('[data-widget]')];
  if (cards.length === 0) return false;
  const isDrawn = cards.every((card) => {
    const { top, bottom } = card.getBoundingClientRect();
    if (bottom <= 0 || top >= innerHeight) return true;
    const frame = card.querySelector('article');
    return frame?.getAttribute('aria-busy') === 'false' && !card.querySelector('.mantine-Skeleton-root');
  });
  return isDrawn && performance.now();
}

/** Runs in the page: the middle of an element. */
export function middleOf(selector: string): { x: number; y: number } {
  const { document } = globalThis as unknown as InPage;
  const { left, top, width, height } = document.querySelector(selector)!.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

/** Milliseconds since the navigation. Looking more often would slow down what is measured. */
export async function untilDrawn(page: Page): Promise<number> {
  const drawn = await page.waitForFunction(isAllDrawn, undefined, { polling: 50, timeout: 120_000 });
  return Number(await drawn.jsonValue());
}

export function paintedAt(): number {
  return (globalThis as unknown as InPage).benchPaint ?? 0;
}

export function longTasks(): { at: number; duration: number }[] {
  return (globalThis as unknown as InPage).benchTasks ?? [];
}

/** When the last answer to a question had arrived. */
export function lastAnswer(): number {
  const answers = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/api/data/'));
  return Math.max(0, ...answers.map((entry) => (entry as unknown as { responseEnd: number }).responseEnd));
}

export interface Smoothness {
  /** How long the tasks over 50 ms were, the longest first. */
  readonly longTasks: readonly number[];
  /** Milliseconds that the processor worked on the longest task: a busy machine does not lengthen it. */
  readonly work: number;
}

/** How smooth the page was while something happened. Tracing slows it down, so the second time is the traced one. */
export async function smoothnessOf(page: Page, act: () => Promise<void>): Promise<Smoothness> {
  const from = await page.evaluate(() => performance.now());
  await act();
  const tasks = await page.evaluate(longTasks);
  const longest = tasks.filter(({ at }) => at >= from).map(({ duration }) => Math.round(duration));
  return { longTasks: longest.toSorted((a, b) => b - a), work: await maxWork(page, act) };
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly tid: number;
  readonly pid: number;
  /** Microseconds. */
  readonly ts: number;
  readonly tdur?: number;
}

const categories = ['devtools.timeline', 'disabled-by-default-devtools.timeline'];

async function maxWork(page: Page, act: () => Promise<void>): Promise<number> {
  const browser = page.context().browser()!;
  await browser.startTracing(page, { categories });
  await page.evaluate(() => console.timeStamp('act'));
  await act();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const began = traceEvents.find(({ name }) => name === 'TimeStamp');
  if (!began) throw new Error('The trace does not say when it began.');
  const { pid, tid, ts } = began;
  const work = traceEvents.flatMap((event) =>
    event.name === 'RunTask' && event.pid === pid && event.tid === tid && event.ts > ts ? (event.tdur ?? 0) : [],
  );
  return Math.round(Math.max(0, ...work) / 1000);
}
