import type { DisplayState } from '@atrium/contract/displays';
import { drawing, element } from './element.ts';
import { big, caption, measured, numberOf, type Words } from './parts.ts';
import { queueContent } from './queues.ts';

/** The middle of the screen. */
export function contentOf(state: DisplayState, view: string): HTMLElement {
  if (state.occupancy) return occupancyContent(state, state.occupancy, view);
  if (state.mask) return maskContent(state, state.mask);
  if (state.queues) return queueContent(state, state.queues);
  if (state.wait) return waitContent(state, state.wait);
  return element('div', 'content');
}

function occupancyContent(
  { words, language }: DisplayState,
  occupancy: NonNullable<DisplayState['occupancy']>,
  view: string,
): HTMLElement {
  const { people, remaining, percent, sign } = occupancy;
  const isIcon = view === 'icon' || view === 'iconlabel' || view === 'icononly';
  if (isIcon && sign !== null) {
    const icon = drawing(`icon ${sign}`, words[sign] ?? '', icons[sign]);
    if (view === 'icononly') return element('div', 'content signs', [icon]);
    if (view === 'iconlabel') return element('div', 'content signs', [icon, big('label', words[sign] ?? '')]);
    return element('div', 'content signs', [icon, ...places(words, remaining, language)]);
  }
  if (view === 'percent' && percent !== null) {
    const figure = (percent / 100).toLocaleString(language, { style: 'percent' });
    return element('div', 'content', [big('figure', figure), caption(words['percent']), bar(percent, sign)]);
  }
  return element('div', 'content', [
    big('figure', people === null ? '–' : numberOf(people, language)),
    caption(words[people === 1 ? 'insideOne' : 'inside']),
    ...places(words, remaining, language),
    ...(percent === null ? [] : [bar(percent, sign)]),
  ]);
}

/** Free places, or that there are none. */
function places(words: Words, remaining: number | null, language: string): HTMLElement[] {
  if (remaining === null) return [];
  if (remaining === 0) return [big('places full', words['full'] ?? '')];
  const figure = element('strong', '', [numberOf(remaining, language)]);
  return [element('p', 'places', [figure, ` ${words[remaining === 1 ? 'freeOne' : 'free'] ?? ''}`])];
}

function bar(percent: number, sign: string | null): HTMLElement {
  const fill = element('div', `fill ${sign ?? ''}`);
  fill.style.width = `${Math.min(100, percent)}%`;
  return element('div', 'bar', [fill]);
}

function maskContent({ words, language }: DisplayState, mask: NonNullable<DisplayState['mask']>): HTMLElement {
  const text = words[mask.state === 'ok' ? 'thanks' : 'mask'] ?? '';
  const icon = drawing('icon mask', '', masked);
  icon.setAttribute('aria-hidden', 'true');
  const isCounted = mask.state === 'sign' && mask.ins !== null;
  const today = isCounted
    ? [caption(`${numberOf(mask.ins ?? 0, language)} ${words[mask.ins === 1 ? 'todayOne' : 'today'] ?? ''}`)]
    : [];
  return element('div', 'content signs', [icon, big('label', text), ...today]);
}

function waitContent({ words, language }: DisplayState, wait: NonNullable<DisplayState['wait']>): HTMLElement {
  const { minutes, people } = wait;
  const figure =
    minutes === null || minutes === 0
      ? big('label', minutes === 0 ? (words['noWait'] ?? '') : '–')
      : measured(numberOf(minutes, language), words['minutes'] ?? '');
  const waiting = people === null ? [] : [caption(`${numberOf(people, language)} ${words['waiting'] ?? ''}`)];
  return element('div', 'content', [caption(words['expectedWait']), figure, ...waiting]);
}

const icons = {
  go: [
    ['shape', 'M50 4a46 46 0 1 0 0 92a46 46 0 1 0 0-92z'],
    ['mark', 'M28 52l16 16l29-34'],
  ],
  caution: [
    ['shape', 'M50 7l46 83h-92z'],
    ['mark', 'M50 36v26M50 75v1'],
  ],
  stop: [
    ['shape', 'M31 4h38l27 27v38l-27 27h-38l-27-27v-38z'],
    ['mark', 'M27 50h46'],
  ],
} as const;

const masked = [
  ['outline', 'M50 6a34 40 0 1 0 0 88a34 40 0 1 0 0-88z'],
  ['outline', 'M37 34v2M63 34v2'],
  ['cloth', 'M24 52c10-4 18-6 26-6s16 2 26 6v16c-6 12-16 18-26 18s-20-6-26-18z'],
  ['fold', 'M34 60h32M36 70h28'],
] as const;
