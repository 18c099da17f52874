import { localDay, zoneOf } from '@atrium/calendar/zones';
import { changedSubjects, everySubject, hoursSubject } from '@atrium/rules/estate-outline';
import { randomUUID } from 'node:crypto';
import { changesKeptDays, exportLine } from '../../ingestion/change-store.ts';
import { lateAfter } from '../../ingestion/late-changes.ts';
import { invalidField, Refusal } from '../../refusal.ts';
import type { Directory } from '../../registry/directory/directory.ts';
import type { Estate } from '../../registry/directory/estate.ts';
import { entitiesOf, type EntityHead } from '../../registry/directory/resolve.ts';
import { generateOnce, installationValue } from '../../registry/installation.ts';
import type { Registry } from '../../registry/registry.ts';
import type { Scope } from '../../scope.ts';
import type { Answers } from '../answers.ts';
import type { DataReply } from '../serialize.ts';
import { createBehind } from './behind.ts';
import {
  addEstateChanges,
  changedSeries,
  changedSubjectsSince,
  isCurrent,
  lockOutline,
  oldestTransaction,
  outlinedVersion,
  saveOutline,
} from './export-store.ts';
import { joinedReplies } from './joined-replies.ts';
import { outlineOf, subjectOf } from './outline.ts';
import { createPageFiller, joinedDays, type Position } from './pages.ts';
import { dateOf, type ExportQuery, type ExportQuestion, questionOf } from './question.ts';
import {
  type Cursor,
  readCursor,
  readWatermark,
  sightOf,
  type Watermark,
  writeCursor,
  writeWatermark,
} from './tokens.ts';

export interface Exports {
  /** The next page of an export: rows of the data call, with the tokens to go on. */
  page(source: string, scope: Scope, query: ExportQuery, signal?: AbortSignal): Promise<DataReply>;
}

interface Dependencies {
  readonly registry: Registry;
  readonly directory: Directory;
  readonly clock: () => Date;
  readonly answers: Pick<Answers, 'within'>;
}

const day = 86_400;
/** Figures of a day are final this long after its end, unless a change is noted. */
const settledAfter = lateAfter + 3600;
/** Older watermarks are refused. A day less than changes are kept, so that none is missing. */
const watermarkDays = changesKeptDays - 1;
const entitiesAtOnce = 200;

export function createExports({ registry, directory, clock, answers }: Dependencies): Exports {
  return {
    async page(name, scope, query, signal) {
      const question = questionOf(name, query, scope);
      const line =
        (await installationValue(registry, exportLine)) ?? (await generateOnce(registry, exportLine, randomUUID));
      const here = { line, orgId: scope.orgId, sight: sightOf(scope) };
      const now = Math.floor(clock().getTime() / 1000);
      const cursor = query.cursor === undefined ? undefined : continued(query.cursor, question, scope);
      const since = query.changedSince === undefined ? undefined : readWatermark(query.changedSince);
      if (cursor) refuseOutdated('cursor', cursor.watermark, here, now);
      if (since) refuseOutdated('changedSince', since, here, now);

      const { estate, transaction } = await compared(scope);
      const watermark = cursor?.watermark ?? { ...here, transaction, at: now };
      const { blocks, next, heads } = await pageOf({ question, scope, estate, now, since, from: cursor });
      const { detail } = answers.within(estate);
      const replies: DataReply[] = [];
      for (const { entityIds, from, to } of blocks) {
        const asked = { ...question.asked, entityIds, startDate: dateOf(from), endDate: dateOf(to) };
        replies.push(await detail(question.source, scope, asked, signal));
      }
      const place = { question: question.digest, userId: scope.userId, watermark };
      return {
        ...joinedReplies(replies, heads, question),
        tokens: {
          ...(next && { nextCursor: writeCursor({ ...place, ...next }) }),
          watermark: writeWatermark(watermark),
        },
      };
    },
  };

  /**
   * The estate as it is now, after everything was noted that edits changed since an export last saw it, and a transaction: what is
   * written or edited later is written by that one or a later one.
   */
  async function compared(scope: Scope): Promise<{ estate: Estate; transaction: bigint }> {
    const { orgId } = scope;
    for (let tries = 0; tries < maxTries; tries += 1) {
      const estate = await directory.latest(orgId);
      const found = await registry.tenant(scope, async (tx) => {
        // In this order: an edit that is committed in between has a later transaction, or the estate is outdated.
        const transaction = await oldestTransaction(tx);
        // An estate that was edited while it was loaded may be a mixture.
        if (!(await isCurrent(tx, orgId, estate.version))) return undefined;
        if ((await outlinedVersion(tx, orgId)) === estate.version) return { estate, transaction };
        const known = await lockOutline(tx, orgId);
        const outline = outlineOf(estate);
        if (known) await addEstateChanges(tx, orgId, changedSubjects(known.outline, outline), clock());
        await saveOutline(tx, { orgId, estateVersion: estate.version, outline });
        return undefined;
      });
      if (found) return found;
    }
    throw new Refusal('unavailable', 'The organization is being edited all the time. Try again in a moment.');
  }

  async function pageOf(asked: Asked) {
    const { question, scope, estate, from } = asked;
    const { entityType } = question.asked;
    const heads = entitiesOf(estate, scope, { entityType, entityIds: question.entityIds })
      .filter(({ entityId }) => !from || entityId >= from.entityId)
      .toSorted((one, other) => (one.entityId < other.entityId ? -1 : 1));
    const filler = createPageFiller(question.limits);
    fill: for (let at = 0; at < heads.length; at += entitiesAtOnce) {
      const some = heads.slice(at, at + entitiesAtOnce);
      const daysOf = await changedDays(asked, some);
      for (const head of some)
        for (const days of daysOf(head)) if (!filler.add({ entityId: head.entityId, ...days })) break fill;
    }
    const shown = new Set(filler.blocks.flatMap(({ entityIds }) => entityIds));
    return { blocks: filler.blocks, next: filler.next, heads: heads.filter(({ entityId }) => shown.has(entityId)) };
  }

  /** The days of each entity to export: all of them, or those that may have changed. */
  async function changedDays({ question, scope, estate, now, since, from }: Asked, heads: readonly EntityHead[]) {
    const { days, asked } = question;
    const boundsOf = ({ entityId, timezone }: EntityHead) => ({
      from: from?.entityId === entityId ? Math.max(from.day, days.from) : days.from,
      to: Math.min(days.to, localDay(zoneOf(timezone), now)),
    });
    if (!since) return (head: EntityHead) => joinedDays([days], boundsOf(head));
    const behind = createBehind(estate);
    const found = heads.map((head) => {
      const { series, locations } = behind(head);
      const hours = asked.excludeClosedHours ? [...locations].map(hoursSubject) : [];
      return { head, series, subjects: [subjectOf(head.entityType, head.entityId), everySubject, ...hours] };
    });
    const all = [...new Set(found.flatMap(({ series }) => [...series]))];
    const subjects = [...new Set(found.flatMap((each) => each.subjects))];
    const [readings, edits] = await registry.tenant(scope, async (tx) => [
      byKey(await changedSeries(tx, scope.orgId, all, since.transaction), ({ series }) => series),
      byKey(await changedSubjectsSince(tx, scope.orgId, subjects, since.transaction), ({ subject }) => subject),
    ]);
    const ranges = new Map(
      found.map((each) => [
        each.head.entityId,
        [
          ...[...each.series].flatMap((series) => readings.get(series) ?? []),
          ...each.subjects.flatMap((subject) => edits.get(subject) ?? []),
          { from: since.at - settledAfter, to: Number.POSITIVE_INFINITY },
        ],
      ]),
    );
    return (head: EntityHead) => {
      const bounds = boundsOf(head);
      return joinedDays(localDays(head, ranges.get(head.entityId)!, bounds), bounds);
    };
  }
}

const maxTries = 10;

interface Asked {
  readonly question: ExportQuestion;
  readonly scope: Scope;
  readonly estate: Estate;
  readonly now: number;
  readonly since: Watermark | undefined;
  readonly from: Position | undefined;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** Of an organization across time zones, a day more on both sides: its days begin and end everywhere at other instants. */
function localDays({ timezone, spansZones }: EntityHead, ranges: readonly Span[], bounds: Span): Span[] {
  const zone = zoneOf(timezone);
  const more = spansZones ? 1 : 0;
  const [least, last] = [(bounds.from - 2) * day, (bounds.to + 3) * day];
  return ranges.flatMap((range) => {
    const [from, to] = [Math.max(range.from, least), Math.min(range.to, last)];
    return from < to ? [{ from: localDay(zone, from) - more, to: localDay(zone, to - 1) + more }] : [];
  });
}

function byKey<T, Key>(items: readonly T[], keyOf: (item: T) => Key): Map<Key, T[]> {
  const groups = new Map<Key, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

/** The cursor of the same question of the same person. */
function continued(token: string, question: ExportQuestion, scope: Scope): Cursor {
  const cursor = readCursor(token);
  if (cursor.userId !== scope.userId || cursor.watermark.orgId !== scope.orgId)
    throw invalidField('cursor', 'This cursor belongs to an export of someone else.');
  if (cursor.question !== question.digest)
    throw invalidField(
      'cursor',
      'This cursor belongs to another export: repeat its parameters, or leave out the cursor.',
    );
  return cursor;
}

function refuseOutdated(
  path: 'cursor' | 'changedSince',
  { line, orgId, sight, at }: Watermark,
  here: Pick<Watermark, 'line' | 'orgId' | 'sight'>,
  now: number,
): void {
  const because = () => {
    if (orgId !== here.orgId) return 'It is of another organization.';
    if (line !== here.line) return 'Readings were restored or rebuilt since.';
    if (sight !== here.sight) return 'What you may see has changed since.';
    return now - at > watermarkDays * day ? `Changes are kept for ${watermarkDays} days.` : undefined;
  };
  const reason = because();
  if (reason !== undefined)
    throw invalidField(path, `${reason} Export from the start, without cursor and changedSince.`);
}
