let shown: string | undefined;

/** The user whose data this tab shows; undefined before sign-in and after sign-out. */
export function shownUser(): string | undefined {
  return shown;
}

export function showUser(userId: string | null): void {
  shown = userId ?? undefined;
}
