import type { Dashboard } from '@atrium/contract/dashboards';
import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconCalendarEvent,
  IconCopy,
  IconDeviceTv,
  IconDots,
  IconDownload,
  IconFileImport,
  IconHistory,
  IconHomeStar,
  IconMaximize,
  IconMinimize,
  IconPencil,
  IconRefresh,
  IconShare,
  IconTrash,
  IconUsers,
  IconUserMinus,
  IconUsersMinus,
  type TablerIcon,
} from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { AddButton } from '../../ui/AddButton.tsx';
import { texts } from './texts.ts';

export interface ToolbarActions {
  add: () => void;
  refresh: () => void;
  undo: () => void;
  redo: () => void;
  rename: () => void;
  duplicate: () => void;
  share: () => void;
  publish: () => void;
  unpublish: () => void;
  setHomepage: () => void;
  showHistory: () => void;
  showAnnotations: () => void;
  showFullScreen: () => void;
  showOnWall: () => void;
  exportFile: () => void;
  importFile: () => void;
  remove: () => void;
  /** Undefined unless the reader has it only because it is shared with them. */
  leave: (() => void) | undefined;
}

interface Props {
  dashboard: Pick<Dashboard, 'isPublished'>;
  isOwner: boolean;
  canAdd: boolean;
  canUndo: boolean;
  canRedo: boolean;
  actions: ToolbarActions;
}

const words = texts.toolbar;

export function Toolbar({ dashboard, isOwner, canAdd, canUndo, canRedo, actions }: Props) {
  return (
    <>
      {isOwner && <UndoTools canUndo={canUndo} canRedo={canRedo} actions={actions} />}
      <Tool icon={IconRefresh} label={words.refresh} onClick={actions.refresh} />
      <Tool icon={IconMaximize} label={words.fullScreen} isWideOnly onClick={actions.showFullScreen} />
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <ActionIcon variant="default" size="lg" aria-label={words.more}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {isOwner && (
            <>
              <Item icon={IconPencil} text={words.rename} onClick={actions.rename} />
              <Item icon={IconCopy} text={words.duplicate} onClick={actions.duplicate} />
              <Item icon={IconShare} text={words.share} onClick={actions.share} />
              <Item
                icon={IconUsers}
                text={dashboard.isPublished ? words.publication : words.publish}
                onClick={actions.publish}
              />
              {dashboard.isPublished && (
                <Item icon={IconUsersMinus} text={words.unpublish} onClick={actions.unpublish} />
              )}
              <Item icon={IconHistory} text={words.history} onClick={actions.showHistory} />
            </>
          )}
          <Item icon={IconCalendarEvent} text={words.annotations} onClick={actions.showAnnotations} />
          <Item icon={IconDeviceTv} text={words.wall} onClick={actions.showOnWall} />
          <Item icon={IconHomeStar} text={words.homepage} onClick={actions.setHomepage} />
          <Item icon={IconDownload} text={words.exportFile} onClick={actions.exportFile} />
          <Item icon={IconFileImport} text={words.importFile} onClick={actions.importFile} />
          {isOwner && <Item icon={IconTrash} text={words.remove} onClick={actions.remove} />}
          {actions.leave && <Item icon={IconUserMinus} text={words.leave} onClick={actions.leave} />}
        </Menu.Dropdown>
      </Menu>
      {isOwner ? (
        <AddButton disabled={!canAdd} onClick={actions.add}>
          {words.add}
        </AddButton>
      ) : (
        <Button leftSection={<IconCopy size={16} aria-hidden />} onClick={actions.duplicate}>
          {words.duplicateToEdit}
        </Button>
      )}
    </>
  );
}

interface UndoProps extends Pick<Props, 'canUndo' | 'canRedo'> {
  actions: Pick<ToolbarActions, 'undo' | 'redo'>;
}

export function UndoTools({ canUndo, canRedo, actions }: UndoProps) {
  return (
    <>
      <Tool icon={IconArrowBackUp} label={words.undo} isDisabled={!canUndo} onClick={actions.undo} />
      <Tool icon={IconArrowForwardUp} label={words.redo} isDisabled={!canRedo} onClick={actions.redo} />
    </>
  );
}

function onScreenChange(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
}

/** All that is left of it in full screen. */
export function FullScreenTools({ onEnter, onLeave }: { onEnter: () => void; onLeave: () => void }) {
  const isWhole = useSyncExternalStore(onScreenChange, () => document.fullscreenElement !== null);
  return (
    <>
      {!isWhole && <Tool icon={IconMaximize} label={words.wholeScreen} onClick={onEnter} />}
      <Tool icon={IconMinimize} label={words.leaveFullScreen} onClick={onLeave} />
    </>
  );
}

interface ToolProps {
  icon: TablerIcon;
  label: string;
  isDisabled?: boolean;
  /** A phone has no room for it, and its browser is as large as the screen. */
  isWideOnly?: boolean;
  onClick: () => void;
}

function Tool({ icon: Icon, label, isDisabled = false, isWideOnly = false, onClick }: ToolProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={label}
        disabled={isDisabled}
        {...(isWideOnly && { visibleFrom: 'sm' })}
        onClick={onClick}
      >
        <Icon size={18} />
      </ActionIcon>
    </Tooltip>
  );
}

function Item({ icon: Icon, text, onClick }: { icon: TablerIcon; text: string; onClick: () => void }) {
  return (
    <Menu.Item leftSection={<Icon size={16} aria-hidden />} onClick={onClick}>
      {text}
    </Menu.Item>
  );
}
