import type { DisplayState } from '@atrium/contract/displays';
import { element } from './element.ts';
import { big, numberOf, type Words } from './parts.ts';

/** The queues of a location, the shortest wait first. */
export function queueContent(
  { words, language }: DisplayState,
  queues: NonNullable<DisplayState['queues']>,
): HTMLElement {
  if (queues.length === 0) return element('div', 'content', [big('label', words['noQueues'] ?? '')]);
  const rows = queues.map(({ name, people, waitMinutes, isShortest }) =>
    element('li', isShortest ? 'queue shortest' : 'queue', [
      element('span', 'queue-name', [name, ...(isShortest ? [element('em', '', [words['shortest'] ?? ''])] : [])]),
      element(
        'span',
        'queue-people',
        people === null ? [] : [`${numberOf(people, language)} ${words['waiting'] ?? ''}`],
      ),
      element('span', 'queue-wait', [waitText(words, waitMinutes, language)]),
    ]),
  );
  const more = element('li', 'more');
  more.hidden = true;
  return element('div', 'content', [element('ol', 'queues', [...rows, more])]);
}

/**
 * Where they do not fit, all are smaller, and then the last ones are hidden and counted: even smaller letters would be
 * unreadable from afar. Only what is in the document has a size.
 */
export function fitQueues(screen: HTMLElement, { words, language }: DisplayState): void {
  const list = screen.querySelector<HTMLElement>('.queues');
  const more = list?.querySelector<HTMLElement>('.more');
  const room = list?.parentElement;
  if (!list || !more || !room) return;
  const rows = Array.from(list.querySelectorAll<HTMLElement>('.queue'));
  for (const row of rows) row.hidden = false;
  more.hidden = true;
  list.className = 'queues';
  const fits = () => list.offsetHeight <= room.clientHeight;
  if (!fits()) list.className = 'queues small';
  for (let shown = rows.length - 1; shown > 0 && !fits(); shown -= 1) {
    rows[shown]!.hidden = true;
    more.hidden = false;
    more.textContent = (words['more'] ?? '').replace('{n}', numberOf(rows.length - shown, language));
  }
}

function waitText(words: Words, minutes: number | null, language: string): string {
  if (minutes === null) return '–';
  return minutes === 0 ? (words['noWait'] ?? '') : `${numberOf(minutes, language)} ${words['minutes'] ?? ''}`;
}
