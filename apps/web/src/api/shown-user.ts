let shown: string | undefined;

/** Whom the pages of this tab show; undefined before anyone has signed in and after they have gone. */
export function shownUser(): string | undefined {
  return shown;
}

export function showUser(userId: string | null): void {
  shown = userId ?? undefined;
}
