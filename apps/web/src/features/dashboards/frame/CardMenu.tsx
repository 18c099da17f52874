import type { Question } from '@atrium/metrics/question';
import { addressOf } from '@atrium/metrics/question-address';
import { ActionIcon, Menu } from '@mantine/core';
import {
  IconArrowsDiff,
  IconArrowsMove,
  IconCalendarPlus,
  IconCopy,
  IconDots,
  IconFileTypeCsv,
  IconLayoutDashboard,
  IconPhoto,
  IconRefresh,
  IconSettings,
  IconTable,
  IconTrash,
  IconZoomQuestion,
  IconZoomScan,
  type TablerIcon,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { WidgetControls } from './dashboard-context.ts';
import { texts } from './texts.ts';

export interface CardActions {
  onRefresh?: (() => void) | undefined;
  onExplain?: (() => void) | undefined;
  onChanges?: (() => void) | undefined;
  /** The question of the card, for the workbench. */
  exploring?: Question | undefined;
  onTable?: (() => void) | undefined;
  isTable: boolean;
  onCsv?: (() => void) | undefined;
  onPng?: (() => void) | undefined;
  onAnnotate?: (() => void) | undefined;
}

interface Props {
  title: string;
  controls: WidgetControls | undefined;
  actions: CardActions;
}

/** Everything that can be done with a card; nothing is shown that cannot. */
export function CardMenu({ title, controls, actions }: Props) {
  const { onRefresh, onExplain, onChanges, exploring, onTable, isTable, onCsv, onPng, onAnnotate } = actions;
  const seen = [onRefresh, onExplain, onChanges, exploring, onTable, onCsv, onPng, onAnnotate].some(
    (action) => action !== undefined,
  );
  if (!seen && !controls) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="sm" aria-label={texts.menu(title)}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Item icon={IconSettings} text={texts.settings} onClick={controls?.onConfigure} />
        <Item icon={IconRefresh} text={texts.refresh} onClick={onRefresh} />
        <Item icon={IconZoomQuestion} text={texts.explain} onClick={onExplain} />
        <Item icon={IconArrowsDiff} text={texts.changes} onClick={onChanges} />
        {exploring && (
          <Menu.Item
            renderRoot={(props) => <Link {...props} to="/app/explore" search={addressOf(exploring)} />}
            leftSection={<IconZoomScan size={16} aria-hidden />}
          >
            {texts.explore}
          </Menu.Item>
        )}
        <Item
          icon={isTable ? IconLayoutDashboard : IconTable}
          text={isTable ? texts.asCard : texts.asTable}
          onClick={onTable}
        />
        <Item icon={IconFileTypeCsv} text={texts.csv} onClick={onCsv} />
        <Item icon={IconPhoto} text={texts.png} onClick={onPng} />
        <Item icon={IconCalendarPlus} text={texts.annotate} onClick={onAnnotate} />
        <Item icon={IconArrowsMove} text={texts.arrange} onClick={controls?.onArrange} />
        <Item icon={IconCopy} text={texts.duplicate} onClick={controls?.onDuplicate} />
        <Item icon={IconTrash} text={texts.remove} onClick={controls?.onRemove} />
      </Menu.Dropdown>
    </Menu>
  );
}

function Item({ icon: Icon, text, onClick }: { icon: TablerIcon; text: string; onClick: (() => void) | undefined }) {
  if (!onClick) return null;
  return (
    <Menu.Item leftSection={<Icon size={16} aria-hidden />} onClick={onClick}>
      {text}
    </Menu.Item>
  );
}
