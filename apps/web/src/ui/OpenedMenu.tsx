import { Menu, type MenuProps } from '@mantine/core';
import {
  cloneElement,
  type ComponentPropsWithRef,
  type ReactElement,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react';

interface Props extends Pick<MenuProps, 'position' | 'width'> {
  target: ReactElement<ComponentPropsWithRef<'button'>>;
  children: ReactNode;
}

/** Opens as soon as it is there, from its button: the focus returns to it when the menu closes. */
export function OpenedMenu({ target, children, ...options }: Props) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const opening = setTimeout(() => {
      button.current?.focus();
      setOpen(true);
    });
    return () => clearTimeout(opening);
  }, []);
  return (
    <Menu opened={isOpen} onChange={setOpen} {...options}>
      <Menu.Target>{cloneElement(target, { ref: button })}</Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
