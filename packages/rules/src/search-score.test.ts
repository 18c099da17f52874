import { describe, expect, it } from 'vitest';
import { parseSearch, searchScore, type Searchable, type SearchType } from './search-score.ts';

const thing = (type: SearchType, names: string[], id = '00000000-0000-4000-8000-000000000000'): Searchable => ({
  type,
  id,
  names,
});
const score = (input: string, candidate: Searchable) => searchScore(parseSearch(input), candidate);

const typed = (tag: string) => parseSearch(`${tag}::north`).type;

describe('the global search', () => {
  it('[R014] understands every tag, in any case', () => {
    expect(['org', 'organization', 'ORG'].map(typed)).toEqual(Array(3).fill('organization'));
    expect(['loc', 'location'].map(typed)).toEqual(['location', 'location']);
    const own = ['site', 'sensor', 'space', 'dashboard', 'user'];
    expect(own.map(typed)).toEqual(own);
    expect(parseSearch('sensor:: Main door ')).toEqual({ type: 'sensor', idOnly: false, text: 'Main door' });
  });
  it('treats an unknown tag, or one that every object inherits, as text', () => {
    expect(parseSearch('shop::12')).toEqual({ type: undefined, idOnly: false, text: 'shop::12' });
    expect(parseSearch('constructor::x').type).toBeUndefined();
  });
  it('[R014] finds only things of the tagged type', () => {
    expect(score('site::door', thing('site', ['Main door']))).toBeGreaterThan(0);
    expect(score('site::door', thing('sensor', ['Main door']))).toBe(0);
  });
  it('[R015] searches ids only after id::', () => {
    expect(score('id::beef', thing('site', ['beef counter']))).toBe(0);
    expect(score('id::beef', thing('site', ['x'], 'beef0000-0000-4000-8000-000000000000'))).toBe(500);
  });
  it('[R018] scores an id match 500 minus its position, above every match of a name', () => {
    expect(score('id::beef', thing('space', ['x'], '0000beef-0000-4000-8000-000000000000'))).toBe(496);
    const late = score('id::beef', thing('space', ['x'], '00000000-0000-4000-8000-00000000beef'));
    expect(late).toBeGreaterThan(score('north', thing('organization', ['north'])));
  });
  it('[R017] puts organizations before locations, sensors, sites, spaces and people', () => {
    const order: SearchType[] = ['organization', 'location', 'sensor', 'site', 'space', 'dashboard', 'user'];
    const scores = order.map((type) => score('north', thing(type, ['Northgate'])));
    expect(scores).toEqual([107, 97, 77, 57, 47, 37, 27]);
  });
  it('prefers a whole name to its start, its start to a word, a word to the middle', () => {
    const names = ['north', 'northgate', 'the north', 'oldnorth'];
    expect(names.map((name) => score('north', thing('site', [name])))).toEqual([59, 57, 55, 53]);
    expect(names.map((name) => score('north', thing('site', ['x', name])))).toEqual([57, 55, 53, 51]);
  });
  it('finds a word anywhere in a name, even after an earlier match inside another word', () => {
    expect(score('gate', thing('site', ['Northgate gate']))).toBe(score('gate', thing('site', ['The gate'])));
    expect(score('a-b', thing('site', ['x a-b']))).toBeGreaterThan(score('a-b', thing('site', ['xa-b'])));
  });
  it('ranks a second name lower, and does not match a short text inside an id', () => {
    expect(score('ada', thing('user', ['Ada', 'x@y']))).toBeGreaterThan(score('ada', thing('user', ['x', 'ada@y'])));
    const cafe = 'cafe0000-0000-4000-8000-000000000000';
    expect(score('cafe', thing('site', ['x'], cafe))).toBe(0);
    expect(score('cafe0000', thing('site', ['x'], cafe))).toBe(500);
  });
  it('ignores case and accents, has no wildcards, and finds nothing for an empty text', () => {
    expect(score('café', thing('location', ['CAFE Central']))).toBeGreaterThan(0);
    expect(score('org::%', thing('organization', ['Northgate']))).toBe(0);
    expect(score('.*', thing('organization', ['Northgate']))).toBe(0);
    expect(score('org::', thing('organization', ['Northgate']))).toBe(0);
  });
});
