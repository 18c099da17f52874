import { ChartBody } from '../ChartBody.tsx';
import type { CardProps } from '../definition.ts';

export default function TrendCard(props: CardProps<'question'>) {
  return <ChartBody {...props} mark="line" />;
}
