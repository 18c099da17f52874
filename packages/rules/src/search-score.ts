/** The types of the global search, by weight. */
export const searchTypes = ['organization', 'location', 'sensor', 'site', 'space', 'dashboard', 'user'] as const;
export type SearchType = (typeof searchTypes)[number];

export interface SearchQuestion {
  /** All types when undefined. */
  readonly type: SearchType | undefined;
  /** Search only ids. */
  readonly idOnly: boolean;
  readonly text: string;
}

export const maxResults = 10;

const tags: Readonly<Record<string, SearchType>> = {
  org: 'organization',
  organization: 'organization',
  loc: 'location',
  location: 'location',
  site: 'site',
  sensor: 'sensor',
  space: 'space',
  dashboard: 'dashboard',
  user: 'user',
};

/** Dashboards and people are found as well, after all types that the specification weighs. */
const weights: Readonly<Record<SearchType, number>> = {
  organization: 10,
  location: 9,
  sensor: 7,
  site: 5,
  space: 4,
  dashboard: 3,
  user: 2,
};

/** `site::main` searches sites, `id::3f2a` searches ids; an unknown tag is plain text. */
export function parseSearch(input: string): SearchQuestion {
  const [, tag = '', rest = ''] = /^\s*([a-z]+)::(.*)$/is.exec(input) ?? [];
  if (tag.toLowerCase() === 'id') return { type: undefined, idOnly: true, text: rest.trim() };
  const type = Object.hasOwn(tags, tag.toLowerCase()) ? tags[tag.toLowerCase()] : undefined;
  return type ? { type, idOnly: false, text: rest.trim() } : { type: undefined, idOnly: false, text: input.trim() };
}

export interface Searchable {
  readonly type: SearchType;
  readonly id: string;
  /** The name first; then alternatives: address, MAC, email. */
  readonly names: readonly string[];
}

/** A shorter text is more likely a word than a part of an id: `cafe` and `decade` are both. */
const shortestId = 8;

/**
 * The score of a match; 0 if it does not match. An id match scores 500 minus its position. A name match scores less
 * than any id match: the weight of the type, more at the start of the name or of a word in it.
 */
export function searchScore(question: SearchQuestion, candidate: Searchable): number {
  if (question.text === '' || (question.type && question.type !== candidate.type)) return 0;
  const text = foldText(question.text);
  const inId = candidate.id.toLowerCase().indexOf(text);
  if (inId >= 0 && searchesIds(question)) return 500 - inId;
  if (question.idOnly) return 0;
  const best = Math.max(...candidate.names.map((name, rank) => nameScore(foldText(name), text, rank)));
  return best > 0 ? weights[candidate.type] * 10 + best : 0;
}

export function searchesIds({ idOnly, text }: SearchQuestion): boolean {
  return idOnly || text.length >= shortestId;
}

/** The score of a match in a name; an alternative name scores less. */
export const placeScores = { whole: 9, start: 7, word: 5, inside: 3, otherName: -2 } as const;
/** Characters after which a word begins. */
export const wordSeparators = ' \t-_.@:/';

function nameScore(name: string, text: string, rank: number): number {
  if (!name.includes(text)) return 0;
  return placeScore(name, text) + (rank === 0 ? 0 : placeScores.otherName);
}

function placeScore(name: string, text: string): number {
  if (name === text) return placeScores.whole;
  if (name.startsWith(text)) return placeScores.start;
  return spaced(name).includes(` ${spaced(text)}`) ? placeScores.word : placeScores.inside;
}

const separator = new RegExp(`[${wordSeparators.replaceAll('-', '\\-')}]`, 'g');

function spaced(text: string): string {
  return text.replaceAll(separator, ' ');
}

/** Without accents and in lowercase: `Café` is found by `cafe`. */
export function foldText(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
