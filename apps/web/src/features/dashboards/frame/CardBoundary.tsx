import { Component, type ComponentType, type ReactNode } from 'react';

interface Props {
  /** Another one tries again. */
  content: unknown;
  fallback: ComponentType<{ onRetry: () => void }>;
  onFail: () => void;
  children: ReactNode;
}

/** A card that cannot draw its values must not take the dashboard with it. */
export class CardBoundary extends Component<Props, { failedWith: unknown }> {
  override state: { failedWith: unknown } = { failedWith: undefined };

  override componentDidCatch(): void {
    this.props.onFail();
    this.setState({ failedWith: this.props.content });
  }

  static getDerivedStateFromError(): { failedWith: unknown } {
    return { failedWith: failed };
  }

  override render(): ReactNode {
    const { failedWith } = this.state;
    const hasFailed = failedWith === failed || (failedWith !== undefined && failedWith === this.props.content);
    const { fallback: Fallback, children } = this.props;
    return hasFailed ? <Fallback onRetry={() => this.setState({ failedWith: undefined })} /> : children;
  }
}

/** Until it is known with what. */
const failed = Symbol('failed');
