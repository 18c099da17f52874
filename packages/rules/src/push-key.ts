import { problemIf, type Problem } from './problem.ts';

export const maxNameCharacters = 100;
/** Keys of an organization that are not revoked. */
export const maxPushKeys = 1_000;

export const pushKeyTexts = {
  name: 'Name is required',
  nameLong: `Name must have at most ${maxNameCharacters} characters`,
  nameLine: 'Name must be on one line',
  tooMany: 'This organization has 1,000 push keys. Revoke one that is no longer used',
} as const;

export function pushKeyProblems({ name }: { readonly name: string }): Problem[] {
  if (name === '') return [{ path: 'name', message: pushKeyTexts.name }];
  return [
    ...problemIf(name.length > maxNameCharacters, 'name', pushKeyTexts.nameLong),
    ...problemIf(/\p{Cc}/u.test(name), 'name', pushKeyTexts.nameLine),
  ];
}
