import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checkout, sourcesBelow } from './source-files.ts';

/** Words that were used here for things that have a name of their own, with that name. */
const replaced: readonly (readonly [RegExp, string])[] = [
  [/(?<![a-z])deeds?(?![a-z])|deedOf/i, 'action, change or audit entry'],
  [/\bfasten(?:ed|s)?\b/i, 'attached'],
  [/surroundings/i, 'dependencies'],
  [/\binsideWalls\b|\bwalls of\b|\bthe walls\b/i, 'scope, visibleTo'],
  [/\bhangs? (?:nowhere|at)\b|\bhung\b(?! up)/i, 'is installed, unassigned'],
  [/\bseats?\b/i, 'connection, subscription'],
  [/\b(?:lay|lays|laid) ?(?:\w+ )?apart\b/i, 'quarantine'],
  [/\bfor ever\b/i, 'forever'],
  [/\bfrom when on\b/i, 'since when, start'],
  [/\bwhoever\b/i, 'the caller, everyone who'],
  [/\b(?:some|any|every)body\b/i, 'someone, anyone, everyone'],
  [/\banew\b/i, 'again'],
  [/\be-mail/i, 'email'],
  [/unless told otherwise/i, 'by default'],
  // Someone is told something; a value is not.
  [/(?<!\b(?:be|been|being|is|are|was|were|has|have|not|last|get|and) )\btold\b(?! apart)/i, 'reported, shown, sent'],
  [/\buntold\b|\btold[A-Z]/, 'notifiedAt, without a report'],
  [/\bguests?\b/i, 'visitor, reader, someone who is not signed in'],
  [/\bby (?:itself|themselves)\b/i, 'on its own, automatically, alone'],
  [/\bof which\b(?! \d)/i, 'a clause with "whose" or a second sentence'],
  [/\b(?:most|longest|usual)[A-Z]/, 'max…, default…'],
  [/neighbour|behaviour|recognis|serialis|catalogue|normalis|favour|colour/i, 'American spelling'],
  [/\bluggage\b|\bdepartures?\b|rehears/i, 'state, redirect, dry run'],
];

/** Programs that hang, common passwords, spellings of CSV headers, the accepted text of the terms, and the list of words itself. */
const excepted = new Set([
  'scripts/words.test.ts',
  'apps/server/src/jobs/worker.ts',
  'apps/server/src/jobs/worker.test.ts',
  'apps/server/src/features/profile/terms-of-service.ts',
  'packages/rules/src/bulk-invitation.test.ts',
  'packages/rules/src/common-passwords.ts',
  'packages/rules/src/csv-import.test.ts',
  'apps/web/test/bulk-invitations.browser.test.tsx',
  'e2e/stories/details.story.ts',
]);

it('uses the words of the glossary instead of private ones', () => {
  const pages = readdirSync(join(checkout, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && name !== 'glossary.md')
    .map((name) => `docs/${name}`);
  const paths = [...sourcesBelow('packages', 'apps', 'scripts', 'e2e', 'bench'), 'README.md', ...pages];
  const found = paths
    .filter((path) => !excepted.has(path))
    .flatMap((path) =>
      readFileSync(join(checkout, path), 'utf8')
        .split('\n')
        .flatMap((line, index) =>
          replaced.flatMap(([word, better]) => (word.test(line) ? [`${path}:${index + 1} say ${better}`] : [])),
        ),
    );
  expect(found).toEqual([]);
});
