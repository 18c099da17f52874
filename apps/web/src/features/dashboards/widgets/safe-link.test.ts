import { describe, expect, it } from 'vitest';
import { safeLink } from './safe-link.ts';

describe('[R996] the target of a link', () => {
  it.each([
    ['https://example.com/a?b=c#d', 'https://example.com/a?b=c#d', true],
    [' http://example.com ', 'http://example.com/', true],
    ['HTTPS://EXAMPLE.com/', 'https://example.com/', true],
    ['#/app/locations', '#/app/locations', false],
    ['#/app/dashboard/1?filter=a', '#/app/dashboard/1?filter=a', false],
  ])('may be %s', (text, href, isElsewhere) => {
    expect(safeLink(text)).toEqual({ href, isElsewhere });
  });

  it.each([
    '',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'mailto:ada@example.com',
    '//example.com',
    '/api/logout',
    'example.com',
    'http://',
    'https://name:secret@example.com/',
    '#',
    '#javascript:alert(1)',
    '#/app/a b',
  ])('is never %j', (text) => {
    expect(safeLink(text)).toBeUndefined();
  });
});
