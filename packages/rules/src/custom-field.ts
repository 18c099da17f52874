import type { Problem } from './problem.ts';

/** What can have custom fields. */
export const customFieldTypes = ['org', 'location', 'site', 'space', 'sensor', 'zone'] as const;
export type CustomFieldType = (typeof customFieldTypes)[number];

export const customFieldTexts = {
  name: 'Name is required',
  nameLong: 'Name must have at most 100 characters',
  nameLines: 'Name must be on one line',
  value: 'Value is required',
  valueLong: 'Value must have at most 1000 characters',
} as const;

const maxName = 100;
const maxValue = 1_000;

/** Administrators edit those of an organization; everyone who works there edits those of its places and sensors. */
export function mayEditCustomFields(type: CustomFieldType, role: string): boolean {
  return type !== 'org' || role === 'OrganizationAdministrator';
}

/** Normalized: trimmed. Missing values are empty. */
export function trimField<Field extends Partial<Record<'name' | 'value', string | null>>>(
  field: Field,
): Record<keyof Field, string> {
  const trimmed = Object.entries(field).map(([key, text]) => [key, (text ?? '').trim()]);
  return Object.fromEntries(trimmed) as Record<keyof Field, string>;
}

/** What is wrong with a trimmed field; only the value can be wrong once the name is fixed. */
export function customFieldProblems(field: { readonly name?: string; readonly value: string }): Problem[] {
  return [...(field.name === undefined ? [] : nameProblems(field.name)), ...valueProblems(field.value)];
}

function nameProblems(name: string): Problem[] {
  if (name === '') return [{ path: 'name', message: customFieldTexts.name }];
  if (name.length > maxName) return [{ path: 'name', message: customFieldTexts.nameLong }];
  return /\p{Cc}/u.test(name) ? [{ path: 'name', message: customFieldTexts.nameLines }] : [];
}

function valueProblems(value: string): Problem[] {
  if (value === '') return [{ path: 'value', message: customFieldTexts.value }];
  return value.length > maxValue ? [{ path: 'value', message: customFieldTexts.valueLong }] : [];
}
