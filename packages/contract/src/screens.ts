import type { Role } from './access.ts';

export interface Screen {
  readonly path: string;
  readonly text: string;
  readonly icon: string;
  /** Everybody when absent. */
  readonly roles?: readonly Role[];
}

/** The screens of the menu that exist, in its order. */
export const screens: readonly Screen[] = [{ path: '/app/welcome', text: 'Welcome', icon: 'home' }];

export function screenExists(path: string): boolean {
  return screens.some((screen) => screen.path === path);
}
