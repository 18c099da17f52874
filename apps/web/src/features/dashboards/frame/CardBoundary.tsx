import { Component, type ReactNode } from 'react';

interface Props {
  /** Another one tries again. */
  content: unknown;
  fallback: ReactNode;
  children: ReactNode;
}

/** A card that cannot draw its values must not take the dashboard with it. */
export class CardBoundary extends Component<Props, { failedWith: unknown }> {
  override state: { failedWith: unknown } = { failedWith: undefined };

  override componentDidCatch(): void {
    this.setState({ failedWith: this.props.content });
  }

  static getDerivedStateFromError(): { failedWith: unknown } {
    return { failedWith: failed };
  }

  override render(): ReactNode {
    const { failedWith } = this.state;
    const hasFailed = failedWith === failed || (failedWith !== undefined && failedWith === this.props.content);
    return hasFailed ? this.props.fallback : this.props.children;
  }
}

/** Until it is known with what. */
const failed = Symbol('failed');
