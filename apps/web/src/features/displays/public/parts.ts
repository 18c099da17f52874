import type { DisplayState } from '@atrium/contract/displays';
import { element } from './element.ts';

export type Words = DisplayState['words'];

/** Text that should be as large as fits; its length decides. A percent sign is nearly as wide as two digits. */
export function big(className: string, text: string): HTMLElement {
  const made = element('p', className, [text]);
  made.style.setProperty('--length', String(Math.max(3, text.replace('%', '00').length)));
  return made;
}

/** A number and a unit of about a third of its size. */
export function measured(figure: string, unit: string): HTMLElement {
  const made = element('p', 'figure', [figure, element('small', '', [` ${unit}`])]);
  made.style.setProperty('--length', String(Math.max(3, figure.length + Math.ceil((unit.length + 1) / 3))));
  return made;
}

export function caption(text: string | undefined): HTMLElement {
  return element('p', 'caption', [text ?? '']);
}

export function numberOf(value: number, language: string): string {
  return value.toLocaleString(language);
}
