import { type ComponentType, createElement, lazy } from 'react';

/** As `lazy`. What could not be loaded is loaded again after a boundary has caught it, instead of failing forever. */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  const renew = () => {
    current = make();
  };
  const make = (): ComponentType<Props> =>
    lazy(async () => {
      try {
        return await load();
      } catch (error) {
        missing.add(renew);
        throw error;
      }
    });
  let current = make();
  return function Part(props: Props) {
    return createElement(current, props);
  };
}

const missing = new Set<() => void>();

/** Only for boundaries: what is drawn again right after it failed would be loaded again and again. */
export function renewMissingParts(): void {
  for (const renew of missing) renew();
  missing.clear();
}
