import { ActionIcon, Menu, Skeleton } from '@mantine/core';
import { IconDots, IconPencil, IconTrash, type TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { AddButton } from '../../ui/AddButton.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState, ErrorState } from '../../ui/Notice.tsx';
import classes from './organizations.module.css';

interface Props<Row extends { name: string }> {
  rows: readonly Row[] | undefined;
  error: Error | null;
  onRetry: () => void;
  icon: TablerIcon;
  words: {
    add: string;
    change: string;
    remove: string;
    actions: (name: string) => string;
    none: { title: string; text: string };
  };
  keyOf: (row: Row) => string;
  onAdd: () => void;
  onEdit: (row: Row) => void;
  onRemove: (row: Row) => void;
  /** Between editing and deleting in the menu of a card. */
  more?: { label: string; icon: TablerIcon; run: (row: Row) => void };
  children: (row: Row) => ReactNode;
}

/** Contacts or addresses of an organization, as cards. */
export function DetailCards<Row extends { name: string }>(props: Props<Row>) {
  const { rows, error, words, keyOf, onAdd, more: More } = props;
  if (error && !rows) return <ErrorState message={error.message} onRetry={props.onRetry} />;
  const add = <AddButton onClick={onAdd}>{words.add}</AddButton>;
  if (rows?.length === 0)
    return (
      <Card>
        <EmptyState icon={props.icon} {...words.none} action={add} />
      </Card>
    );
  return (
    <>
      <div className={classes['toolbar']}>{add}</div>
      <div className={classes['details']}>
        {rows?.map((row) => (
          <Card key={keyOf(row)} className={classes['detail'] ?? ''}>
            <div className={classes['detailHead']}>
              <h2>{row.name}</h2>
              <Menu position="bottom-end">
                <Menu.Target>
                  <ActionIcon variant="subtle" color="gray" aria-label={words.actions(row.name)}>
                    <IconDots size={18} />
                  </ActionIcon>
                </Menu.Target>
                <Menu.Dropdown>
                  <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => props.onEdit(row)}>
                    {words.change}
                  </Menu.Item>
                  {More && (
                    <Menu.Item leftSection={<More.icon size={16} aria-hidden />} onClick={() => More.run(row)}>
                      {More.label}
                    </Menu.Item>
                  )}
                  <Menu.Item leftSection={<IconTrash size={16} aria-hidden />} onClick={() => props.onRemove(row)}>
                    {words.remove}
                  </Menu.Item>
                </Menu.Dropdown>
              </Menu>
            </div>
            {props.children(row)}
          </Card>
        )) ?? [1, 2].map((card) => <Skeleton key={card} height={140} />)}
      </div>
    </>
  );
}
