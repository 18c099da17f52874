import type { AuditEntry } from '@atrium/contract/audit';
import { expect, it } from 'vitest';
import { actionLabel, sentenceOf } from './sentences.ts';

const nora = { userId: 'n', name: 'Nora Albers', email: 'nora@example.test' };
const sam = { userId: 's', name: 'Sam Keller', email: 'sam@example.test' };
const entry = (action: string, rest: Partial<AuditEntry> = {}): AuditEntry => ({
  auditEntryId: 1,
  at: '2026-11-15T06:00:00Z',
  user: nora,
  actingStaff: null,
  action,
  entityType: null,
  entityId: null,
  detail: null,
  ...rest,
});

it('names who did what to whom', () => {
  expect(sentenceOf(entry('signed-in'))).toBe('Nora Albers signed in');
  expect(sentenceOf(entry('user-disabled', { detail: { name: 'Henrik Voss' } }))).toBe(
    'Nora Albers disabled the sign-in of Henrik Voss',
  );
  const detail = { name: 'Henrik Voss', locations: [{ name: 'Boston' }, { name: 'Berlin' }] };
  expect(sentenceOf(entry('locations-assigned', { detail }))).toBe(
    'Nora Albers assigned Boston and Berlin to Henrik Voss',
  );
});

it('names both people of a login-as', () => {
  expect(sentenceOf(entry('user-enabled', { actingStaff: sam, detail: { name: 'Henrik Voss' } }))).toBe(
    'Sam Keller, as Nora Albers, enabled the sign-in of Henrik Voss',
  );
  const both = { actingStaff: sam, detail: { address: '::1' } };
  expect(sentenceOf(entry('login-as-started', both))).toBe('Sam Keller signed in as Nora Albers');
  expect(sentenceOf(entry('login-as-ended', both))).toBe('Sam Keller signed out as Nora Albers');
});

it('names the first changed fields and counts the rest', () => {
  const changed = { name: [1, 2], site: [1, 2], canViewPOS: [1, 2], isEnabled: [1, 2], sftpEnabled: [1, 2] };
  expect(sentenceOf(entry('organization-changed', { detail: { name: 'Acme', changed } }))).toBe(
    'Nora Albers changed name, site, canViewPOS and 2 more of Acme',
  );
});

it('describes installed sensors and sites that wait for one', () => {
  const installed = { site: 'North door', sensor: 'Roamer' };
  expect(sentenceOf(entry('sensor-assigned', { detail: installed }))).toBe(
    'Nora Albers installed Roamer at North door',
  );
  expect(sentenceOf(entry('sensor-assigned', { detail: { ...installed, sensor: null } }))).toBe(
    'Nora Albers reserved the site North door for a sensor',
  );
  expect(sentenceOf(entry('sensor-reassigned', { detail: { name: 'Roamer', from: null, to: 'South door' } }))).toBe(
    'Nora Albers moved the sensor Roamer from nowhere to South door',
  );
});

it('describes files that were attached, changed and deleted', () => {
  const detail = { name: 'Flagship', file: 'plan.pdf' };
  const said = (action: string) => sentenceOf(entry(action, { detail }));
  expect(said('attachment-added')).toBe('Nora Albers attached the file plan.pdf to Flagship');
  expect(said('attachment-changed')).toBe('Nora Albers changed the file plan.pdf of Flagship');
  expect(said('attachment-deleted')).toBe('Nora Albers deleted the file plan.pdf of Flagship');
});

it('describes mappings by the zone or space they are about', () => {
  const changed = { serviceZoneId: [null, 'z'], depthConfig: [null, {}] };
  const detail = { name: 'Till', location: 'Flagship', zone: 'Exit', changed };
  const said = (action: string) => sentenceOf(entry(action, { detail })).replace('Nora Albers ', '');
  expect(said('queue-mapping-created')).toBe('added a queue mapping of the zone Till to Flagship');
  expect(said('queue-mapping-changed')).toBe(
    'changed serviceZoneId and depthConfig of the queue mapping of the zone Till',
  );
  expect(said('queue-mapping-deleted')).toBe('deleted the queue mapping of the zone Till');
  expect(said('zone-count-mapping-created')).toBe('added a zone count mapping to the zone Till');
  expect(said('zone-count-mapping-deleted')).toBe('deleted the zone count mapping of the zone Till');
  expect(said('expected-wait-mapping-created')).toBe(
    'added an expected wait mapping to the space Till, with the head zone Exit',
  );
  expect(said('expected-wait-mapping-deleted')).toBe('deleted the expected wait mapping of the space Till');
});

it('[S202] names a wall screen that was refused, and its owner', () => {
  const detail = { name: 'Lobby', owner: 'Olga', call: 'listUsers', address: '192.0.2.1' };
  const refused = entry('access-refused', { user: null, entityType: 'kiosk-link', detail });
  expect(sentenceOf(refused)).toBe('The wall screen Lobby of Olga was denied the call listUsers');
});

it('describes an unknown action, and one without a person', () => {
  expect(sentenceOf(entry('moon-landed', { user: null }))).toBe('Atrium moon landed');
  expect(actionLabel('user-role-changed')).toBe('User role changed');
});
