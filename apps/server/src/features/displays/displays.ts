import type { AuditAction } from '@atrium/contract/audit';
import type { Display, DisplayBody, NewDisplay } from '@atrium/contract/displays';
import {
  defaultLook,
  displayEntities,
  type DisplayKind,
  type DisplayLook,
  displayTexts,
  displayZoneProblems,
  itemProblems,
  logoProblems,
  lookProblems,
  mayDisplay,
  maxTitle,
  type PlaylistItem,
} from '@atrium/rules/display';
import { mayCount } from '@atrium/rules/manual-occupancy';
import { problemIf } from '@atrium/rules/problem';
import { randomInt } from 'node:crypto';
import { doneBy, recordAudit } from '../../audit/audit.ts';
import { type Differences, differences } from '../../audit/differences.ts';
import { contentProblem } from '../../files/content.ts';
import { invalidField, notFound, Refusal, refuseProblems, refuseStale } from '../../refusal.ts';
import type { Registry, Transaction } from '../../registry/registry.ts';
import type { Scope } from '../../scope.ts';
import {
  addDisplay,
  announceDisplays,
  countDisplays,
  type DisplayRow,
  type DisplayValues,
  earlierDisplay,
  findDisplay,
  kindsOf,
  latestLook,
  lockDisplay,
  saveDisplay,
  toReply,
} from './display-store.ts';
import { findSubject } from './subject-store.ts';

/** The public displays of an organization: which exist, how they look, and their addresses. */
export interface Displays {
  create(scope: Scope, body: NewDisplay): Promise<Display>;
  update(scope: Scope, id: string, body: DisplayBody, seenVersion: number | undefined): Promise<Display>;
  renew(scope: Scope, id: string, seenVersion: number | undefined): Promise<Display>;
  remove(scope: Scope, id: string, seenVersion: number | undefined): Promise<void>;
}

interface Dependencies {
  readonly registry: Registry;
  readonly clock: () => Date;
  readonly publicUrl: () => string;
}

export const maxDisplays = 2_000;
/** Without characters that look alike. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
/** Longer than a short code, so that they never meet; 60 bits. */
const codeLength = 12;

export function createDisplays({ registry, clock, publicUrl }: Dependencies): Displays {
  const record = (tx: Transaction, scope: Scope, action: AuditAction, row: DisplayRow, changed?: object) =>
    recordAudit(tx, {
      ...doneBy(scope),
      orgId: scope.orgId,
      at: clock(),
      action,
      entityType: 'display',
      entityId: row.display.displayId,
      detail: { name: row.name, kind: row.display.kind, ...(changed && { changed }) },
    });

  return {
    create: (scope, body) =>
      registry.tenant(scope, async (tx) => {
        refuseKind(scope, body.kind);
        const now = clock();
        const subject = body.kind === 'playlist' ? await playlist(body) : await subjectOf(tx, scope, now, body);
        const { code, name, ...about } = subject;
        if ((await countDisplays(tx, scope.orgId)) >= maxDisplays) {
          throw new Refusal('conflict', `An organization has at most ${maxDisplays.toLocaleString('en-US')} displays.`);
        }
        const usual = await latestLook(tx, scope.orgId);
        const values = await merged(tx, scope, body.kind, { ...usual, items: [], name: about.playlistName }, body);
        const { kind, enabled = true } = body;
        const { orgId } = scope;
        const { playlistName: _name, ...where } = about;
        const made = await addDisplay(tx, {
          ...where,
          orgId,
          kind,
          code,
          enabled,
          ...values,
          createdAt: now,
          updatedAt: now,
        });
        const row = { display: made, name: values.name ?? name };
        await record(tx, scope, 'display-created', row);
        await announceDisplays(tx, orgId);
        return toReply(row, publicUrl());
      }),

    update: (scope, id, body, seenVersion) =>
      registry.tenant(scope, async (tx) => {
        const before = await locked(tx, scope, id);
        refuseStale(seenVersion, before.display.version);
        const { kind } = before.display;
        const { enabled = before.display.enabled } = body;
        const values = { ...(await merged(tx, scope, kind, before.display, body)), enabled };
        const changed = differences<DisplayValues>(before.display, values);
        const { enabled: switched, ...others } = changed;
        if (Object.keys(changed).length === 0) return toReply(before, publicUrl());
        const after = await saveDisplay(tx, before.display, values, clock());
        const row = { display: after, name: values.name ?? before.name };
        if (switched) await record(tx, scope, enabled ? 'display-switched-on' : 'display-switched-off', row);
        if (Object.keys(others).length > 0) await record(tx, scope, 'display-changed', row, shownChanges(others));
        await announceDisplays(tx, scope.orgId);
        return toReply(row, publicUrl());
      }),

    renew: (scope, id, seenVersion) =>
      registry.tenant(scope, async (tx) => {
        const before = await locked(tx, scope, id);
        refuseStale(seenVersion, before.display.version);
        const row = { ...before, display: await saveDisplay(tx, before.display, { code: newCode() }, clock()) };
        await record(tx, scope, 'display-renewed', row);
        await announceDisplays(tx, scope.orgId);
        return toReply(row, publicUrl());
      }),

    remove: (scope, id, seenVersion) =>
      registry.tenant(scope, async (tx) => {
        const before = await locked(tx, scope, id);
        refuseStale(seenVersion, before.display.version);
        const now = clock();
        await saveDisplay(tx, before.display, { deletedAt: now, enabled: false }, now);
        await record(tx, scope, 'display-deleted', before);
        await announceDisplays(tx, scope.orgId);
      }),
  };
}

export async function existingDisplay(tx: Transaction, scope: Scope, id: string): Promise<DisplayRow> {
  const found = await findDisplay(tx, scope, id);
  if (!found || !mayDisplay(found.display.kind, scope.capabilities)) throw notFound('The display');
  return found;
}

async function locked(tx: Transaction, scope: Scope, id: string): Promise<DisplayRow> {
  const found = await lockDisplay(tx, scope, id);
  if (!found || !mayDisplay(found.display.kind, scope.capabilities)) throw notFound('The display');
  return found;
}

function refuseKind({ capabilities }: Scope, kind: DisplayKind): void {
  if (mayDisplay(kind, capabilities)) return;
  throw new Refusal('forbidden', 'The subscription of the organization does not include this.');
}

async function playlist({ entityId }: NewDisplay) {
  if (entityId !== undefined) throw invalidField('entityId', 'belongs to other kinds of displays');
  return { code: newCode(), name: '', playlistName: '' };
}

/**
 * The first display of a space or zone has its short code. One that was given up may be known to people who should no
 * longer see it, so the next one has another.
 */
async function subjectOf(tx: Transaction, scope: Scope, now: Date, { kind, entityId, name, items }: NewDisplay) {
  refuseProblems([
    ...problemIf(entityId === undefined, 'entityId', displayTexts.entity),
    ...problemIf(name !== undefined && name !== null, 'name', 'belongs to playlists'),
    ...problemIf(items !== undefined && items.length > 0, 'items', 'belongs to playlists'),
  ]);
  const found = await findSubject(tx, scope, now, displayEntities[kind], entityId ?? '');
  const mayShow = kind !== 'live-occupancy' || !found || mayCount(scope.capabilities, found);
  if (!found || !mayShow)
    throw notFound(displayEntities[kind].length > 1 ? 'The space or zone' : `The ${displayEntities[kind][0]}`);
  if (found.zone) refuseProblems(displayZoneProblems(kind, found.zone));
  const earlier = await earlierDisplay(tx, scope.orgId, kind, found.entityId);
  if (earlier === 'existing') throw new Refusal('conflict', displayTexts.exists);
  const code = earlier === 'none' ? found.entityId.slice(0, 8) : newCode();
  const { isHeadroom: _isHeadroom, zone: _zone, ...about } = found;
  return { ...about, code, playlistName: null };
}

interface Current {
  readonly look: DisplayLook;
  readonly logo: string | null;
  readonly name: string | null;
  readonly items: readonly PlaylistItem[];
}

/** Omitted fields stay unchanged; null is the default. */
async function merged(tx: Transaction, scope: Scope, kind: DisplayKind, before: Current, body: DisplayBody) {
  const { logo = before.logo, name = before.name, items = before.items } = body;
  const written = Object.fromEntries(
    Object.entries(defaultLook).flatMap(([field, usual]) => {
      const value = body[field as keyof DisplayLook];
      return value === undefined ? [] : [[field, value ?? usual]];
    }),
  );
  const look = { ...before.look, ...written };
  const isPlaylist = kind === 'playlist';
  const kinds =
    items.length > 0
      ? await kindsOf(
          tx,
          scope,
          items.map(({ displayId }) => displayId),
        )
      : new Map();
  const trimmed = name === null ? null : name.trim();
  refuseProblems([
    ...lookProblems(look),
    ...(body.logo ? refusedLogo(body.logo) : []),
    ...problemIf(!isPlaylist && trimmed !== null, 'name', 'belongs to playlists'),
    ...problemIf(isPlaylist && !trimmed, 'name', displayTexts.name),
    ...problemIf((trimmed?.length ?? 0) > maxTitle, 'name', displayTexts.title),
    ...problemIf(!isPlaylist && items.length > 0, 'items', 'belongs to playlists'),
    ...itemProblems(items, (displayId) => kinds.get(displayId.toLowerCase())),
  ]);
  const kept = items.map((item) => ({ ...item, displayId: item.displayId.toLowerCase() }));
  return { look: look as DisplayLook, logo, name: trimmed, items: kept };
}

/** By its content, not by its name. */
function refusedLogo(logo: string) {
  const problems = logoProblems(logo);
  if (problems.length > 0) return problems;
  const [head = '', data = ''] = logo.split(',');
  const flaw = contentProblem(head.includes('png') ? 'png' : 'jpeg', Buffer.from(data, 'base64'));
  return problemIf(flaw !== undefined, 'logo', displayTexts.logo);
}

/** An image says nothing in a log. */
function shownChanges({ look, logo, ...others }: Differences): Differences {
  const looks = look ? differences(look[0] as object, look[1] as object) : {};
  return { ...others, ...looks, ...(logo && { logo: [logo[0] !== null, logo[1] !== null] }) };
}

function newCode(): string {
  return Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('');
}
