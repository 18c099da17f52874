import { Menu } from '@mantine/core';

interface Item {
  readonly key: string;
  readonly label: string;
  readonly isChecked: boolean;
  readonly isDisabled: boolean;
  readonly onToggle: () => void;
}

/** Items of a menu that are on or off. */
export function CheckItems({ items }: { items: readonly Item[] }) {
  return items.map(({ key, label, isChecked, isDisabled, onToggle }) => (
    <Menu.CheckboxItem key={key} checked={isChecked} disabled={isDisabled} onChange={onToggle}>
      {label}
    </Menu.CheckboxItem>
  ));
}
