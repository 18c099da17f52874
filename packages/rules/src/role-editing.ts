/** 1 organization user, 2 organization administrator, 3 provider staff. */
export type RoleId = 1 | 2 | 3;

/** An administrator may change the role of an ordinary user, and staff that of an administrator. */
export function mayEditRole(editor: RoleId, edited: RoleId): boolean {
  return (editor === 2 && edited === 1) || (editor === 3 && edited === 2);
}

/** The first person of an organization can only become its administrator. */
export function inviteRoles(peopleInOrganization: number): readonly RoleId[] {
  return peopleInOrganization === 0 ? [2] : [1, 2];
}
