/** The start page of a person without a homepage. */
export const welcomePage = '/app/welcome';
export const staffWelcomePage = '/app/admin-welcome';
export const headroomEndedPage = '/expired-account-headroom';

/**
 * The screen after signing in: an expired subscription comes first, then staff go to theirs, others to their homepage,
 * or else to the welcome page.
 */
export function landingPage(
  person: { readonly isStaff: boolean; readonly homepage: string | null; readonly hasHeadroomEnded?: boolean },
  exists: (screen: string) => boolean,
): string {
  if (person.hasHeadroomEnded) return headroomEndedPage;
  if (person.isStaff && exists(staffWelcomePage)) return staffWelcomePage;
  return person.homepage !== null && isScreen(person.homepage) ? person.homepage : welcomePage;
}

/** A homepage is a screen of the app, never an external address. */
export function isScreen(homepage: string): boolean {
  return /^\/app\/[\w\-./?=&%]*$/.test(homepage) && homepage.length <= 500;
}
