import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkout } from './source-files.ts';

const pages = ['README.md', ...markdownBelow('docs')];

describe.each(pages)('%s', (page) => {
  const text = readFileSync(join(checkout, page), 'utf8');

  it('names only files that exist', () => {
    const named = [...text.matchAll(/`((?:apps|packages|scripts|e2e|bench|docs)\/[\w./-]+)`/g)].map(
      ([, path]) => path!,
    );
    expect(named.filter((path) => !existsSync(join(checkout, path)))).toEqual([]);
  });

  it('links only to what exists', () => {
    const links = [...text.matchAll(/\]\(([^)\s]+)\)|\bsrc(?:set)?="([^"\s]+)"/g)].map(
      ([, link, image]) => (link ?? image)!.split('#', 1)[0]!,
    );
    const local = links.filter((target) => target !== '' && !/^[a-z]+:/.test(target));
    expect(local.filter((target) => !existsSync(join(checkout, dirname(page), target)))).toEqual([]);
  });
});

function markdownBelow(folder: string): string[] {
  return readdirSync(join(checkout, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`);
}
