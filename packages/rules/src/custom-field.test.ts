import { describe, expect, it } from 'vitest';
import { customFieldProblems, customFieldTypes, mayEditCustomFields, trimField } from './custom-field.ts';

const messages = (field: { name?: string; value: string }) => customFieldProblems(field).map(({ message }) => message);

describe('a custom field', () => {
  it('[R239] of an organization is written by its administrators only', () => {
    const roles = ['OrganizationUser', 'OrganizationAdministrator', 'SenSourceUser'];
    expect(roles.map((role) => mayEditCustomFields('org', role))).toEqual([false, true, false]);
  });
  it.each(customFieldTypes.slice(1))('[R240] of a %s is written by all three roles', (type) => {
    const roles = ['OrganizationUser', 'OrganizationAdministrator', 'SenSourceUser'];
    expect(roles.every((role) => mayEditCustomFields(type, role))).toBe(true);
  });
  it('needs a name and a value within the length limits', () => {
    expect(messages({ name: 'Region', value: 'North' })).toEqual([]);
    expect(messages({ name: '', value: '' })).toEqual(['Name is required', 'Value is required']);
    expect(messages({ name: 'n'.repeat(100), value: 'v'.repeat(1000) })).toEqual([]);
    expect(messages({ name: 'n'.repeat(101), value: 'v'.repeat(1001) })).toEqual([
      'Name must have at most 100 characters',
      'Value must have at most 1000 characters',
    ]);
    expect(messages({ name: 'two\nlines', value: 'two\nlines' })).toEqual(['Name must be on one line']);
  });
  it('[R243] has an editable name only on creation', () => {
    expect(messages({ value: 'x' })).toEqual([]);
    expect(messages({ value: '' })).toEqual(['Value is required']);
  });
  it('is stored without surrounding whitespace', () => {
    expect(trimField({ name: ' Region ', value: null })).toEqual({ name: 'Region', value: '' });
    expect(trimField({ value: ' North\n' })).toEqual({ value: 'North' });
  });
});
