import Testing
import Wiring

private enum Shop {
    final class Cart {}
    final class Container {}
    enum Aisle { struct Shelf<Item> { struct Row {} } }
    final class `Cart no. 2` { struct `2nd. row` {} }
}

private struct Box<Item> {
    final class Lid<Color> {}
}

extension Array {
    fileprivate struct Slice {}
}

private func localType() -> any Any.Type {
    struct Local { struct Inner {} }
    return Box<Local.Inner>.self
}

/// Messages name a type as code elsewhere does.
@Suite struct SourceNameTests {
    @Test func aTypeHasNoModule() {
        #expect(sourceName(of: Container.self) == "Container")
        #expect(sourceName(of: ContainerManager.self) == "ContainerManager")
        #expect(sourceName(of: Int.self) == "Int")
    }

    @Test func aNestedTypeHasTheNamesOfTheOuterOnes() {
        #expect(sourceName(of: Shop.Cart.self) == "Shop.Cart")
        #expect(sourceName(of: Shop.Container.self) == "Shop.Container")
        #expect(sourceName(of: [Int].Slice.self) == "Array<Int>.Slice")
    }

    @Test func aGenericTypeHasItsArguments() {
        #expect(sourceName(of: Box<[Shop.Cart]>.self) == "Box<Array<Shop.Cart>>")
        #expect(sourceName(of: Box<Int>.Lid<Shop.Cart>.self) == "Box<Int>.Lid<Shop.Cart>")
        #expect(sourceName(of: Shop.Aisle.Shelf<Int>.Row.self) == "Shop.Aisle.Shelf<Int>.Row")
    }

    @Test func aRawIdentifierIsOneWord() {
        #expect(sourceName(of: Shop.`Cart no. 2`.self) == "Shop.`Cart no. 2`")
        #expect(sourceName(of: [Shop.`Cart no. 2`.`2nd. row`].self) == "Array<Shop.`Cart no. 2`.`2nd. row`>")
    }

    @Test func aTypeOfAFunctionHasItsOwnName() {
        #expect(sourceName(of: localType()) == "Box<Local.Inner>")
    }

    @Test func otherTypesAreSpelledOut() {
        #expect(sourceName(of: (Int, Shop.Cart).self) == "(Int, Shop.Cart)")
        #expect(sourceName(of: ((Shop.Cart) throws -> Int).self) == "(Shop.Cart) throws -> Int")
        #expect(sourceName(of: Shop.Cart.Type.self) == "Shop.Cart.Type")
    }
}
