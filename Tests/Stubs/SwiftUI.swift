/// Stands in for SwiftUI: only what Samples/iOS uses, with the signatures the SDK has, less their availability.
///
/// | symbol | page |
/// |---|---|
/// | `App`, `Scene`, `WindowGroup` | developer.apple.com/documentation/swiftui/app |
/// | `View`, `ViewBuilder`, `State`, `Binding` | developer.apple.com/documentation/swiftui/view |
/// | `VStack`, `Text`, `Toggle`, `Button` | developer.apple.com/documentation/swiftui/vstack |
/// | `ShareLink(_:item:)` | developer.apple.com/documentation/swiftui/sharelink |
/// | `onChange(of:initial:_:)` | developer.apple.com/documentation/swiftui/view/onchange(of:initial:_:)-4psgg |
import Foundation

/// What never runs.
func nothing() -> Never { fatalError() }

@MainActor @preconcurrency public protocol View {
    associatedtype Body: View
    @ViewBuilder var body: Body { get }
}
extension Never: View { public var body: Never { nothing() } }
extension Optional: View where Wrapped: View { public var body: Never { nothing() } }

@MainActor @preconcurrency public protocol Scene {
    associatedtype Body: Scene
    @SceneBuilder var body: Body { get }
}
extension Never: Scene {}

@MainActor @preconcurrency public protocol App {
    associatedtype Body: Scene
    @SceneBuilder var body: Body { get }
    init()
}
extension App { public static func main() {} }

@resultBuilder public struct SceneBuilder {
    public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}
@resultBuilder public struct ViewBuilder {
    public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
    public static func buildBlock<each Content: View>(_ content: repeat each Content) -> TupleView<repeat each Content>
    {
        TupleView()
    }
    public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
    public static func buildEither<A: View, B: View>(first: A) -> EitherView<A, B> { EitherView() }
    public static func buildEither<A: View, B: View>(second: B) -> EitherView<A, B> { EitherView() }
}
public struct TupleView<each Content: View>: View {
    nonisolated init() {}
    public var body: Never { nothing() }
}
public struct EitherView<A: View, B: View>: View {
    nonisolated init() {}
    public var body: Never { nothing() }
}
public struct WindowGroup<Content: View>: Scene {
    public init(@ViewBuilder content: () -> Content) {}
    public var body: Never { nothing() }
}

@propertyWrapper public struct State<Value> {
    public init(wrappedValue: Value) {}
    public var wrappedValue: Value {
        get { fatalError() }
        nonmutating set {}
    }
    public var projectedValue: Binding<Value> { fatalError() }
}
extension State where Value: ExpressibleByNilLiteral { public init() {} }
@propertyWrapper public struct Binding<Value> {
    public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {}
    public var wrappedValue: Value {
        get { fatalError() }
        nonmutating set {}
    }
}

public struct LocalizedStringKey: ExpressibleByStringInterpolation {
    public init(stringLiteral value: String) {}
}
public struct VStack<Content: View>: View {
    public init(spacing: CGFloat? = nil, @ViewBuilder content: () -> Content) {}
    public var body: Never { nothing() }
}
public struct Text: View {
    public init(_ key: LocalizedStringKey) {}
    @_disfavoredOverload public init<S: StringProtocol>(_ content: S) {}
    public var body: Never { nothing() }
}
public struct Toggle: View {
    public init(_ titleKey: LocalizedStringKey, isOn: Binding<Bool>) {}
    public var body: Never { nothing() }
}
public struct Button: View {
    public init(_ titleKey: LocalizedStringKey, action: @escaping @MainActor () -> Void) {}
    public var body: Never { nothing() }
}
/// An item is any `Transferable`; a URL is one.
public struct ShareLink: View {
    public init(_ titleKey: LocalizedStringKey, item: URL) {}
    public var body: Never { nothing() }
}

public struct ModifiedView: View { public var body: Never { nothing() } }
extension View {
    public func padding() -> some View { ModifiedView() }
    public func onAppear(perform action: (() -> Void)? = nil) -> some View { ModifiedView() }
    public func onChange<V: Equatable>(
        of value: V, initial: Bool = false, _ action: @escaping (_ oldValue: V, _ newValue: V) -> Void
    ) -> some View { ModifiedView() }
}
