import type { Widget } from '@atrium/rules/dashboard';
import { widgetOptionsOf } from '@atrium/rules/widget-options';
import { useState } from 'react';
import { Boundary } from '../../../ui/Boundary.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { useAsked } from '../asking/use-asked.ts';
import type { Level } from '../drill/levels.ts';
import { useDrill } from '../drill/use-drill.ts';
import type { AnyCard } from '../widgets/definition.ts';
import { cardOf } from '../widgets/registry.ts';
import { BrokenCard } from './BrokenCard.tsx';
import { CardFrame } from './CardFrame.tsx';
import type { DashboardContextValue, WidgetControls } from './dashboard-context.ts';
import { OpenedPart } from './OpenedPart.tsx';
import { placeNameIn } from './place-name.ts';
import { titleOf } from './title-of.ts';
import { UnknownCard } from './UnknownCard.tsx';
import { useRefreshes } from './use-refreshes.ts';
import { useVisible } from './use-visible.ts';
import { useWallRetries } from './use-wall-retries.ts';

/** Most cards are never clicked. */
const DrilledFrame = lazyPart(() => import('../drill/DrilledFrame.tsx'));

interface Props {
  widget: Widget;
  dashboard: DashboardContextValue;
  /** Shows the sample of the card and calls nothing. */
  isPreview: boolean;
  /** Undefined for readers. */
  controls: WidgetControls | undefined;
}

/**
 * One card in the room that it has: its title, its values in every state, and what can be done with it. If its options
 * make it fail, the others stay.
 */
export function WidgetFrame(props: Props) {
  const { widget, dashboard, controls } = props;
  return (
    <Boundary
      content={[widget, dashboard]}
      renderFailure={(failure) => <BrokenCard widget={widget} controls={controls} {...failure} />}
    >
      <KnownFrame {...props} />
    </Boundary>
  );
}

function KnownFrame({ widget, dashboard, isPreview, controls }: Props) {
  const card = cardOf(widget.widgetType);
  if (!card) return <UnknownCard widget={widget} controls={controls} />;
  const { isPreview: isSample, isUnset } = widgetOptionsOf(widget.clientOptions);
  if (isPreview || isSample) {
    const shown = { state: 'ready', values: card.sample, isStale: false, messages: [], completeness: null } as const;
    return <CardFrame card={card} widget={widget} shown={shown} isPreview controls={controls} />;
  }
  if (isUnset)
    return <CardFrame card={card} widget={widget} shown={{ state: 'unset' }} isPreview={false} controls={controls} />;
  // Another type asks in another way.
  return <AskingFrame key={widget.widgetType} card={card} widget={widget} dashboard={dashboard} controls={controls} />;
}

interface Drill {
  readonly content: string;
  readonly levels: readonly Level[];
  /** The card itself is shown again. */
  readonly isBack: boolean;
}
const none: readonly Level[] = [];

interface AskingProps extends Omit<Props, 'isPreview'> {
  card: AnyCard;
}

function AskingFrame({ card, widget, dashboard, controls }: AskingProps) {
  const { ref, isVisible } = useVisible();
  const { count, refresh } = useRefreshes(widget);
  const [isTable, setTable] = useState(false);
  const context = { ...dashboard, refreshCount: dashboard.refreshCount + count };
  const content = JSON.stringify([widget.dataOptions, dashboard.dateOverride, dashboard.entityFilter]);
  const [drilled, setDrilled] = useState<Drill>({ content, levels: [], isBack: false });
  // Another question begins with itself.
  const levels = drilled.content === content ? drilled.levels : none;
  const onLevels = (next: readonly Level[]) => setDrilled({ content, levels: next, isBack: next.length === 0 });
  const shown = useAsked(card, widget, context, isVisible && levels.length === 0);
  const isLasting = shown.state === 'failed' && shown.isLasting === true;
  useWallRetries(shown.state, isVisible && !isLasting, refresh);
  const onPick = useDrill(card, shown, (level) => onLevels([level]));
  const drawn = (
    <CardFrame
      ref={ref}
      card={card}
      widget={widget}
      shown={shown}
      isPreview={false}
      controls={controls}
      onRefresh={card.asks === 'nothing' ? undefined : refresh}
      onPick={onPick}
      isTable={isTable}
      onTable={setTable}
      takesFocus={drilled.content === content && drilled.isBack}
    />
  );
  if (levels.length === 0) return drawn;
  return (
    <OpenedPart waiting={drawn} onClose={() => onLevels([])}>
      <DrilledFrame
        ref={ref}
        widget={widget}
        title={titleOf(card, widget, placeNameIn(card, shown))}
        dashboard={context}
        levels={levels}
        onLevels={onLevels}
        isVisible={isVisible}
        controls={controls}
        onRefresh={refresh}
        isTable={isTable}
        onTable={setTable}
      />
    </OpenedPart>
  );
}
