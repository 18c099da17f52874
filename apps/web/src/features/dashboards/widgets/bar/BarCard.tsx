import { ChartBody } from '../ChartBody.tsx';
import type { CardProps } from '../definition.ts';

export default function BarCard(props: CardProps<'question'>) {
  return <ChartBody {...props} mark="bar" />;
}
