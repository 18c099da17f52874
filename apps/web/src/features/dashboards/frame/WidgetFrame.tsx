import type { Widget } from '@atrium/rules/dashboard';
import { widgetOptionsOf } from '@atrium/rules/widget-options';
import { useAsked } from '../asking/use-asked.ts';
import type { AnyCard } from '../widgets/definition.ts';
import { cardOf } from '../widgets/registry.ts';
import { CardFrame } from './CardFrame.tsx';
import type { DashboardContextValue, WidgetControls } from './dashboard-context.ts';
import { UnknownCard } from './UnknownCard.tsx';
import { useRefreshes } from './use-refreshes.ts';
import { useVisible } from './use-visible.ts';

interface Props {
  widget: Widget;
  dashboard: DashboardContextValue;
  /** Shows the sample of the card and calls nothing. */
  isPreview: boolean;
  /** Undefined for readers. */
  controls: WidgetControls | undefined;
}

/** One card in the room that it has: its title, its values in every state, and what can be done with it. */
export function WidgetFrame({ widget, dashboard, isPreview, controls }: Props) {
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

interface AskingProps extends Omit<Props, 'isPreview'> {
  card: AnyCard;
}

function AskingFrame({ card, widget, dashboard, controls }: AskingProps) {
  const { ref, isVisible } = useVisible();
  const { count, refresh } = useRefreshes(widget);
  const context = { ...dashboard, refreshCount: dashboard.refreshCount + count };
  const shown = useAsked(card, widget, context, isVisible);
  return (
    <CardFrame
      ref={ref}
      card={card}
      widget={widget}
      shown={shown}
      isPreview={false}
      controls={controls}
      onRefresh={card.asks === 'nothing' ? undefined : refresh}
    />
  );
}
