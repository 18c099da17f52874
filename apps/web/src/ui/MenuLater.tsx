import type { MenuProps } from '@mantine/core';
import {
  cloneElement,
  type ComponentPropsWithRef,
  lazy,
  type ReactElement,
  type ReactNode,
  Suspense,
  useState,
} from 'react';

const load = () => import('./OpenedMenu.tsx');
const OpenedMenu = lazy(async () => ({ default: (await load()).OpenedMenu }));

interface Props extends Pick<MenuProps, 'position' | 'width'> {
  /** The button. */
  target: ReactElement<ComponentPropsWithRef<'button'>>;
  /** Loads what `children` need. */
  preload?: () => Promise<unknown>;
  /** The items, from a component that is loaded lazily. */
  children: ReactNode;
}

/** A menu of every page. Its code is loaded when someone is about to open it, because most visits never do. */
export function MenuLater({ target, preload, children, ...options }: Props) {
  const [isWanted, setWanted] = useState(false);
  if (!isWanted) {
    const prepare = () => void Promise.all([load(), preload?.()]).catch(() => undefined);
    return cloneElement(target, {
      'aria-haspopup': 'menu',
      'aria-expanded': false,
      onPointerEnter: prepare,
      onFocus: prepare,
      onClick: () => setWanted(true),
    });
  }
  return (
    <Suspense fallback={target}>
      <OpenedMenu target={target} {...options}>
        {children}
      </OpenedMenu>
    </Suspense>
  );
}
