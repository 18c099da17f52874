import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { features } from '../features.ts';
import { readModules } from '../imports/module-graph.ts';
import { checkout, sourcesBelow } from '../source-files.ts';

export type Stage = { readonly tests: readonly string[] } | { readonly stories: readonly string[] };

const isFile = (path: string) => /\.tsx?$/.test(path) && existsSync(join(checkout, path));
const isTest = (path: string) => /\.test\.tsx?$/.test(path);
const stem = (path: string) => basename(path).replace(/\..*$/, '');
/** Rules and tests are about one thing, where the feature is about all of them. */
const oneOf = (name: string) => name.replace(/s$/, '');
const partsOf = (feature: string) => [feature, ...(features[feature] ?? [])];

/**
 * Where faults are planted: a feature by its name, with its rules and calls, or its screens; a package; another folder of
 * the server, such as `ingestion`; or one file.
 */
export function sourcesOf(name: string, { inWeb }: { inWeb: boolean }): string[] {
  const parts = partsOf(name);
  const folders = inWeb
    ? parts.map((part) => `apps/web/src/features/${part}`)
    : [`apps/server/src/features/${name}`, `apps/server/src/${name}`, `packages/${name}/src`];
  const files = parts.flatMap((part) =>
    ['rules', 'contract'].flatMap((room) => [part, oneOf(part)].map((each) => `packages/${room}/src/${each}.ts`)),
  );
  const found = [
    ...sourcesBelow(...folders).filter((path) => !isTest(path)),
    ...[...(!inWeb && name in features ? new Set(files) : []), name].filter(isFile),
  ];
  if (found.length === 0) throw new Error(`There is no feature, package or folder of the server called ${name}`);
  return found;
}

/** What may turn red for a fault in this file, the quickest first. */
export function stagesOf(path: string): Stage[] {
  const [, screens] = /^apps\/web\/src\/features\/([^/]+)\//.exec(path) ?? [];
  return screens === undefined ? serverStages(path) : webStages(dirname(path), screens);
}

function webStages(folder: string, name: string): Stage[] {
  const stories = partsOf(featureNamed(name) ?? name).map((part) => `e2e/stories/${part}.story.ts`);
  return [
    { tests: sourcesBelow(folder).filter(isTest) },
    { tests: sourcesBelow('apps/web/test').filter(isTest) },
    { stories: stories.filter(isFile) },
  ];
}

/** The calls of folders that are no features. */
const callsOf: Readonly<Record<string, readonly string[]>> = { analytics: ['data', 'exports', 'explanation'] };
const folderOfTests = /^apps\/server\/test\/[^/]+\//;

/** Its own test, those beside it, those named after its feature or folder, and those that import it or the calls of its feature. */
function serverStages(path: string): Stage[] {
  const all = sourcesBelow('packages', 'apps/server').filter(isTest);
  const [, room = ''] = /^apps\/server\/src\/(?:features\/)?([^/]+)\//.exec(path) ?? [];
  const feature = room in features ? room : featureNamed(stem(path));
  const names = feature === undefined ? [room] : partsOf(feature);
  const ofRoom = callsOf[room] ?? [];
  const calls = [...names, ...ofRoom].map((part) => `packages/contract/src/${part}.ts`);
  // Tests of all calls know them from the catalog.
  if (path.startsWith('packages/contract/')) calls.push('packages/contract/src/catalog.ts');

  // Some tests ask through files in a folder of theirs.
  const helpers =
    ofRoom.length === 0 ? [] : sourcesBelow('apps/server/test').filter((file) => folderOfTests.test(file));
  calls.push(...importersOf(helpers, (target) => calls.includes(target)));

  const own = all.filter((test) => test === path.replace(/\.ts$/, '.test.ts'));
  const beside = all.filter((test) => test.startsWith(`${dirname(path)}/`));
  const named = all.filter((test) => test.startsWith('apps/server/test/') && isNamedAfter(test, names));
  const importing = importersOf(all, (target) => target === path || calls.includes(target));
  const seen = new Set<string>();
  return [own, beside, named, importing].map((tests) => ({
    tests: tests.filter((test) => !seen.has(test) && seen.add(test)),
  }));
}

function importersOf(files: readonly string[], isMeant: (target: string) => boolean): string[] {
  return readModules(new Map(files.map((file) => [file, readFileSync(join(checkout, file), 'utf8')])))
    .filter(({ imports }) => imports.some(({ target }) => target !== undefined && isMeant(target)))
    .map((module) => module.path);
}

function featureNamed(name: string): string | undefined {
  return Object.keys(features).find((feature) => partsOf(feature).some((part) => [part, oneOf(part)].includes(name)));
}

/** `space-history.test.ts` is about spaces, `sensor-life.test.ts` is not about sensors but about a feature of that name. */
function isNamedAfter(test: string, names: readonly string[]): boolean {
  const name = stem(test);
  if (names.includes(basename(dirname(test)))) return true;
  const owner = featureNamed(name) ?? featureNamed(oneOf(name));
  if (owner !== undefined) return names.includes(owner);
  return names.some((part) => part !== '' && new RegExp(`^${oneOf(part)}s?-`).test(name));
}
