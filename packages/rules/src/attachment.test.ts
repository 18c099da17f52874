import { describe, expect, it } from 'vitest';
import { attachmentProblems, cleanFileName, cleanNotes, fileKind, fileProblem, imageTypes } from './attachment.ts';

const messages = (originalName: string, notes = '') =>
  attachmentProblems({ originalName: 'plan.png' }, { originalName, notes }).map(({ message }) => message);

describe('a file to attach', () => {
  it.each(imageTypes)('[R249] may be a %s image', (ending) => {
    expect(fileKind(`Plan.${ending.toUpperCase()}`)).toMatchObject({ isImage: true });
    expect(fileProblem({ name: `plan.${ending}`, bytes: 1 })).toBeUndefined();
  });
  it.each(['svg', 'webp', 'tiff', 'avif', 'HEIC', 'ico'])('[R249] is not an image of kind %s', (ending) => {
    expect(fileProblem({ name: `plan.${ending}` })).toBe('Images must be jpg, png, jpeg, bmp or gif.');
  });
  it.each(['page.html', 'run.exe', 'a.js', 'noending', '.htaccess', 'x.png.php', 'constructor', 'x.__proto__'])(
    'is not %s',
    (name) => {
      expect(fileKind(name)).toBeUndefined();
      expect(fileProblem({ name })).toContain('Files of this type cannot be attached.');
    },
  );
  it('has a size between one byte and 20 MB', () => {
    const size = 20 * 1024 * 1024;
    expect(fileProblem({ name: 'a.pdf', bytes: 0 })).toBe('The file is empty.');
    expect(fileProblem({ name: 'a.pdf', bytes: size })).toBeUndefined();
    expect(fileProblem({ name: 'a.pdf', bytes: size + 1 })).toBe('The file is larger than 20 MB.');
  });
  it('keeps its name without folders, quotes and invisible characters', () => {
    expect(cleanFileName('C:\\fakepath\\Plan "A".png')).toBe('Plan A.png');
    expect(cleanFileName('../../etc/passwd.txt')).toBe('passwd.txt');
    expect(cleanFileName('photo\u202Egnp.exe')).toBe('photognp.exe');
    expect(cleanFileName('a\r\nb\u200B.csv')).toBe('ab.csv');
    const longest = `${'x'.repeat(196)}.PDF`;
    expect(cleanFileName(longest)).toBe(longest);
    expect(cleanFileName(`${'x'.repeat(300)}.pdf`)).toHaveLength(200);
    expect(cleanFileName(`${'x'.repeat(300)}.pdf`)).toMatch(/x\.pdf$/);
  });
  it('[R251] has notes, or says that there are none', () => {
    expect([cleanNotes(undefined), cleanNotes(''), cleanNotes(' \n'), cleanNotes(' North door ')]).toEqual([
      'no notes',
      'no notes',
      'no notes',
      'North door',
    ]);
  });
  it('may be renamed, but keeps its type', () => {
    expect(messages('North.png')).toEqual([]);
    expect(messages('N.png')).toEqual([]);
    expect(messages(`${'x'.repeat(196)}.png`, 'n'.repeat(2000))).toEqual([]);
    expect(messages('North.PNG')).toEqual([]);
    expect(messages('North.exe')).toEqual(['The file extension cannot be changed']);
    expect(messages('North')).toEqual(['The file extension cannot be changed']);
    expect(messages('.png')).toEqual(['Name is required']);
    expect(messages('')).toEqual(['Name is required']);
    expect(messages(`${'x'.repeat(197)}.png`)).toEqual(['Name must have at most 200 characters']);
    expect(messages('North.png', 'n'.repeat(2001))).toEqual(['Notes must have at most 2000 characters']);
  });
});
