import { expect, it } from 'vitest';
import { inviteRoles, mayEditRole, type RoleId } from './role-editing.ts';

it('[R226] lets administrators edit ordinary users and staff edit administrators, and nobody else edit anyone', () => {
  const roles: RoleId[] = [1, 2, 3];
  const allowed = roles.flatMap((editor) =>
    roles.filter((edited) => mayEditRole(editor, edited)).map((edited) => [editor, edited]),
  );
  expect(allowed).toEqual([
    [2, 1],
    [3, 2],
  ]);
});
it('[R236] offers only the administrator role for the first person of an organization', () => {
  expect(inviteRoles(0)).toEqual([2]);
  expect(inviteRoles(1)).toEqual([1, 2]);
});
